import type { ErrorCode } from '../../errors.ts';
import { ERROR_GUIDE } from '../error-guide.ts';
import { IDS } from './ids.ts';

/**
 * The body of an error of this code.
 *
 * @param docsUrl the documentation's address, without a trailing slash
 */
export function exampleOf(code: ErrorCode, docsUrl: string) {
  const { message, param, ...more } = ERROR_GUIDE[code].example;
  return {
    error: {
      code,
      message,
      ...(param === undefined ? {} : { param }),
      doc_url: `${docsUrl}/errors#${code}`,
      request_id: IDS.request,
      ...more,
    },
  };
}
