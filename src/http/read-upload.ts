import type { IncomingMessage } from 'node:http';
import Busboy from '@fastify/busboy';
import { ServiceError, validationFailed, type ItemCode } from '../errors.ts';
import { MAX_IMAGE_BYTES } from '../images/process-image.ts';
import { createByteBudget } from '../byte-budget.ts';

/** A multipart body: its `file`, the names of its other fields, and why it cannot be taken, if it cannot. */
export interface Upload {
  file: Buffer | null;
  otherFields: string[];
  refusal: ServiceError | null;
  /** To be called once the file is not needed any more. */
  release: () => void;
}

const LIMITS = { fileSize: MAX_IMAGE_BYTES + 1, files: 2, fields: 20, parts: 22, fieldSize: 4_096 };

/** Many uploads at once must not take the memory of all other requests. */
const inHand = createByteBudget(256 * 1024 * 1024);
const RETRY_SECONDS = 5;

const REFUSALS = {
  required: 'The upload needs a `file`.',
  invalid_type: 'The `file` must be a file and not a text field.',
  duplicate: 'The upload takes one `file` only.',
  too_large: 'The file must be at most 5 MB.',
  invalid_format: 'The upload is broken.',
} satisfies Partial<Record<ItemCode, string>>;

function because(code: keyof typeof REFUSALS): ServiceError {
  return validationFailed([{ param: 'file', code }], REFUSALS[code]);
}

function overloaded(): ServiceError {
  return new ServiceError('unavailable', 'Too many uploads arrive at once; try again.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** Streams a multipart body and stops reading where the file exceeds its limit. */
export function readUpload(request: IncomingMessage): Promise<Upload> {
  return new Promise((resolve) => {
    const share = inHand.open();
    const upload: Upload = { file: null, otherFields: [], refusal: null, release: () => share.release() };
    const refuse = (refusal: ServiceError) => (upload.refusal ??= refusal);
    const stop = (refusal: ServiceError) => {
      request.unpipe();
      refuse(refusal);
      resolve(upload);
    };
    let busboy: ReturnType<typeof Busboy.Busboy>;
    try {
      busboy = new Busboy.Busboy({ headers: request.headers as { 'content-type': string }, limits: LIMITS });
    } catch {
      stop(because('invalid_format'));
      return;
    }
    busboy.on('file', (name, stream) => {
      if (name !== 'file') upload.otherFields.push(name);
      if (name !== 'file' || upload.file) {
        if (name === 'file') refuse(because('duplicate'));
        stream.resume();
        return;
      }
      const chunks: Buffer[] = [];
      upload.file = Buffer.alloc(0);
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (!share.take(chunk.length)) stop(overloaded());
      });
      stream.on('limit', () => stop(because('too_large')));
      stream.on('error', () => stop(because('invalid_format')));
      stream.on('end', () => (upload.file = Buffer.concat(chunks)));
    });
    busboy.on('field', (name) => {
      if (name === 'file') refuse(because('invalid_type'));
      else upload.otherFields.push(name);
    });
    busboy.on('error', () => stop(because('invalid_format')));
    busboy.on('finish', () => {
      if (!upload.file) refuse(because('required'));
      resolve(upload);
    });
    request.on('aborted', () => stop(because('invalid_format')));
    request.pipe(busboy);
  });
}
