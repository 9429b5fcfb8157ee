/** Why a command was not carried out, in one sentence for the operator. Nothing has changed then. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
