/** A document cannot be built of its data, on no thread: storage and database have no part in it. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
}
