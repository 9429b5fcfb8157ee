import type { ErrorCode } from '../errors.ts';
import { ACCESS_ERRORS } from './error-guide/access-errors.ts';
import type { ErrorEntry } from './error-guide/error-entry.ts';
import { LAUNCH_ERRORS } from './error-guide/launch-errors.ts';
import { OBJECT_ERRORS } from './error-guide/object-errors.ts';
import { REQUEST_ERRORS } from './error-guide/request-errors.ts';
import { SERVICE_ERRORS } from './error-guide/service-errors.ts';

/** What every code of the closed table means, why it comes and what to do about it. */
export const ERROR_GUIDE: Record<ErrorCode, ErrorEntry> = {
  ...REQUEST_ERRORS,
  ...ACCESS_ERRORS,
  ...OBJECT_ERRORS,
  ...LAUNCH_ERRORS,
  ...SERVICE_ERRORS,
};
