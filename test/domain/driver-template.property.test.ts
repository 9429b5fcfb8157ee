import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  fillTemplate,
  TEMPLATE_FIELDS,
  wrongPlaceholder,
  type TemplateField,
  type TemplateValue,
} from '../../src/domain/driver-template.ts';

const field = fc.constantFrom(...TEMPLATE_FIELDS);
const text = fc.string({ unit: 'grapheme' });
const value: fc.Arbitrary<TemplateValue> = fc.oneof(text, fc.integer(), fc.array(text), fc.constant(null));
const values = fc.record(
  Object.fromEntries(TEMPLATE_FIELDS.map((name) => [name, value])) as Record<TemplateField, typeof value>,
);
const literal = text.filter((part) => !/[{}]/.test(part));

describe('a template of a directory', () => {
  it('is its text with the values in place, which are never read as placeholders', () => {
    const parts = fc.array(fc.tuple(literal, field), { minLength: 1 });
    fc.assert(
      fc.property(parts, literal, values, (pairs, end, filling) => {
        const template = pairs.map(([before, name]) => `${before}{{ ${name} }}`).join('') + end;
        assert.equal(wrongPlaceholder(template), null);
        const shown = (name: TemplateField) => [filling[name] ?? ''].flat().join(', ');
        const expected = pairs.map(([before, name]) => before + shown(name)).join('') + end;
        const filled = fillTemplate(template, filling);
        const isOne = pairs.length === 1 && pairs[0]![0] + end === '';
        assert.deepEqual(filled, isOne ? filling[pairs[0]![1]] : expected);
      }),
    );
  });

  it('is refused with any other pair of braces', () => {
    fc.assert(
      fc.property(literal, literal, literal, field, (before, inside, after, name) => {
        fc.pre(!(TEMPLATE_FIELDS as readonly string[]).includes(inside.trim()));
        assert.notEqual(wrongPlaceholder(`${before}{{${name}}}{{${inside}}}${after}`), null);
      }),
    );
    for (const template of [
      '{{project.nme}}',
      '{{name}}',
      '{{project.name}',
      'x}} y',
      '{{{{project.name}}}}',
      '{{project.name.url}}',
      '{{project.constructor}}',
      '{{account.id}}',
      '{{login.id}}',
      '{{email}}',
    ]) {
      assert.notEqual(wrongPlaceholder(template), null, template);
    }
  });
});
