import type { IncomingMessage } from 'node:http';
import Busboy from '@fastify/busboy';
import { validationFailed, type ItemCode, type ServiceError } from '../errors.ts';
import { MAX_IMAGE_BYTES } from '../images/process-image.ts';

/** A multipart body: its `file`, the names of its other fields, and why it cannot be taken, if it cannot. */
export interface Upload {
  file: Buffer | null;
  otherFields: string[];
  refusal: ServiceError | null;
}

const LIMITS = { fileSize: MAX_IMAGE_BYTES + 1, files: 2, fields: 20, parts: 22, fieldSize: 4_096 };

const REFUSALS = {
  required: 'The upload needs a `file`.',
  invalid_type: 'The `file` must be a file and not a text field.',
  duplicate: 'The upload takes one `file` only.',
  too_large: 'The file must be at most 5 MB.',
  invalid_format: 'The upload is broken.',
} satisfies Partial<Record<ItemCode, string>>;

/** Streams a multipart body and stops reading where the file exceeds its limit. */
export function readUpload(request: IncomingMessage): Promise<Upload> {
  return new Promise((resolve) => {
    const upload: Upload = { file: null, otherFields: [], refusal: null };
    const refuse = (code: keyof typeof REFUSALS) => {
      upload.refusal ??= validationFailed([{ param: 'file', code }], REFUSALS[code]);
    };
    const stop = (code: keyof typeof REFUSALS) => {
      request.unpipe();
      refuse(code);
      resolve(upload);
    };
    let busboy: ReturnType<typeof Busboy.Busboy>;
    try {
      busboy = new Busboy.Busboy({ headers: request.headers as { 'content-type': string }, limits: LIMITS });
    } catch {
      stop('invalid_format');
      return;
    }
    busboy.on('file', (name, stream) => {
      if (name !== 'file') upload.otherFields.push(name);
      if (name !== 'file' || upload.file) {
        if (name === 'file') refuse('duplicate');
        stream.resume();
        return;
      }
      const chunks: Buffer[] = [];
      upload.file = Buffer.alloc(0);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => stop('too_large'));
      stream.on('error', () => stop('invalid_format'));
      stream.on('end', () => (upload.file = Buffer.concat(chunks)));
    });
    busboy.on('field', (name) => {
      if (name === 'file') refuse('invalid_type');
      else upload.otherFields.push(name);
    });
    busboy.on('error', () => stop('invalid_format'));
    busboy.on('finish', () => {
      if (!upload.file) refuse('required');
      resolve(upload);
    });
    request.on('aborted', () => stop('invalid_format'));
    request.pipe(busboy);
  });
}
