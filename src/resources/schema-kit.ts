/** Building blocks of the schemas that validate, type and document the API's objects. */
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { idPattern, type IdKind } from '../domain/ids.ts';

/** The keyword that names a schema as a component of the OpenAPI document. */
export const COMPONENT_KEYWORD = 'x-component';

/** Gives a schema a name, under which the OpenAPI document holds it once. */
export function component<T extends TSchema>(name: string, schema: T): T {
  return Object.assign(schema, { [COMPONENT_KEYWORD]: name });
}

/** What a schema says of itself in the OpenAPI document, where readers and generators need another form of the same. */
export const DOCUMENTED_AS = Symbol('documented as');

/** Gives a schema whose own form serves its error messages the form that the OpenAPI document shows. */
export function documentedAs<T extends TSchema>(schema: T, documented: object): T {
  return Object.assign(schema, { [DOCUMENTED_AS]: documented });
}

/** Says what a parameter is for. The schema is changed, not copied. */
export function described<T extends TSchema>(schema: T, description: string): T {
  return Object.assign(schema, { description });
}

/** A schema that also takes null, written as a type list so that a wrong value gives one plain error. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as T & { type: string; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  });
}

/** One of these strings. */
export function oneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });
}

export function id(kind: IdKind) {
  return Type.String({ pattern: idPattern(kind) });
}

export const timestamp = Type.String({ format: 'date-time' });

export function object<T extends TProperties>(properties: T, options: object = {}): TObject<T> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** An object whose members have any name and this schema. */
export function dictionary<T extends TSchema>(value: T, options: object = {}) {
  return Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: value, ...options });
}

/** A page of these items (specification 2.1). */
export function listOf<T extends TSchema>(name: string, item: T) {
  return component(
    name,
    object({
      object: oneOf(['list']),
      data: Type.Array(item),
      has_more: Type.Boolean(),
      next_cursor: nullable(Type.String({ maxLength: 500 })),
    }),
  );
}

/** The answer to a deletion (specification 4.7). */
export function deletedOf(name: string, kind: IdKind) {
  return component(
    name,
    object({ object: oneOf([kind]), id: id(kind), livemode: Type.Boolean(), deleted: Type.Literal(true) }),
  );
}
