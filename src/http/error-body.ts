import { Type } from 'typebox';
import { ERROR_CODES, ITEM_CODES, type ServiceError } from '../errors.ts';
import { ProjectSchema } from '../resources/project.ts';
import { component, object, oneOf } from '../resources/schema-kit.ts';

/** Specification 2.14. */
export const ErrorSchema = component(
  'Error',
  object({
    error: object({
      code: oneOf(ERROR_CODES),
      message: Type.String(),
      param: Type.Optional(Type.String()),
      doc_url: Type.String({ format: 'uri' }),
      request_id: Type.String(),
      errors: Type.Optional(Type.Array(object({ param: Type.String(), code: oneOf(ITEM_CODES) }))),
      existing: Type.Optional(ProjectSchema),
    }),
  }),
);

/** @param docsUrl the documentation's address, without a trailing slash */
export function presentError({ code, message, details }: ServiceError, docsUrl: string, requestId: string) {
  const { param, errors, existing, docUrl = `${docsUrl}/errors#${code}` } = details;
  return {
    error: {
      code,
      message,
      ...(param === undefined ? {} : { param }),
      doc_url: docUrl,
      request_id: requestId,
      ...(errors === undefined ? {} : { errors }),
      ...(existing === undefined ? {} : { existing }),
    },
  };
}
