import { DESCRIPTIONS } from '../../resources/descriptions/descriptions.ts';
import { COMPONENT_KEYWORD, DOCUMENTED_AS } from '../../resources/schema-kit.ts';
import { addDescriptions } from './add-descriptions.ts';

export type Json = Record<string, unknown>;

/** The document's schemas by their names, filled as they are referred to. */
export interface Components {
  schemas: Record<string, Json>;
  /** The schema as the document holds it: what is named in it, or it itself, is a reference to the document's components. */
  reference(schema: object): unknown;
}

export function createComponents(): Components {
  const schemas: Record<string, Json> = {};

  function reference(schema: object): unknown {
    const {
      [COMPONENT_KEYWORD]: name,
      [DOCUMENTED_AS]: documented,
      ...plain
    } = schema as Json & { [COMPONENT_KEYWORD]?: string; [DOCUMENTED_AS]?: Json };
    if (name === undefined) return mapMembers(plain);
    if (Array.isArray(plain.type) && !documented) {
      const ofValue = { ...plain, type: plain.type[0] as string, [COMPONENT_KEYWORD]: name };
      return { anyOf: [reference(ofValue), { type: 'null' }] };
    }
    if (!(name in schemas)) {
      schemas[name] = {};
      schemas[name] = addDescriptions(mapMembers(documented ?? plain) as Json, name, DESCRIPTIONS[name] ?? {});
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function mapMembers(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(mapMembers);
    if (typeof value !== 'object' || value === null) return value;
    if (COMPONENT_KEYWORD in value) return reference(value);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapMembers(member)]));
  }

  return { schemas, reference };
}

/** The content of a body that is JSON. */
export function json(schema: unknown, more: object = {}): Json {
  return { 'application/json': { schema, ...more } };
}
