import { COMMON_DESCRIPTIONS, type Descriptions } from '../../resources/descriptions/descriptions.ts';
import type { Json } from './components.ts';

/**
 * Says of a schema and each of its properties what it is. The schema is changed.
 *
 * @param descriptions by path: `''` is the schema itself, `competitors[].name` a property of an array's items
 * @throws Error for a path that leads nowhere, so that no description outlives what it was of
 */
export function addDescriptions(schema: Json, name: string, descriptions: Descriptions): Json {
  const left = new Set(Object.keys(descriptions));
  const visit = (node: Json, path: string): void => {
    const description = descriptions[path];
    if (description !== undefined) {
      node.description = description;
      left.delete(path);
    }
    for (const [key, member] of Object.entries((node.properties ?? {}) as Record<string, Json>)) {
      const common = COMMON_DESCRIPTIONS[key];
      if (path === '' && common !== undefined) member.description = common;
      visit(member, path === '' ? key : `${path}.${key}`);
    }
    if (node.items) visit(node.items as Json, `${path}[]`);
    for (const [index, option] of ((node.oneOf ?? []) as Json[]).entries()) visit(option, `${path}|${index}`);
  };
  visit(schema, '');
  if (left.size > 0) throw new Error(`${name} has no ${[...left].join(', ')} to describe.`);
  return schema;
}
