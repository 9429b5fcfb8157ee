import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { createSecretBox, markOf } from '../../src/crypto/secret-box.ts';
import { sealUnmarked } from '../support/sealed-world.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const OTHER = Buffer.alloc(32, 3);
/** Lone surrogates have no UTF-8. */
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 500 }));

describe('a secret box', () => {
  it('opens any text that it sealed, and what its accepted keys sealed, with or without a mark', () => {
    const [before, now] = [createSecretBox([OLD]), createSecretBox([NEW, OTHER, OLD])];
    fc.assert(
      fc.property(text, (secret) => {
        for (const sealed of [
          now.seal(secret),
          before.seal(secret),
          sealUnmarked(OLD, secret),
          sealUnmarked(NEW, secret),
        ]) {
          assert.equal(now.open(sealed), secret);
        }
      }),
    );
  });

  it('seals with its first key alone, says so in the mark, and never twice alike', () => {
    const box = createSecretBox([NEW, OLD]);
    const sealed = box.seal('x');
    assert.deepEqual(sealed.subarray(0, 9), markOf(NEW));
    assert.equal(sealed.length, 9 + 12 + 16 + 1);
    assert.equal(createSecretBox([NEW]).open(sealed), 'x');
    assert.throws(() => createSecretBox([OLD]).open(sealed), /altered, or sealed under a key/);
    assert.notDeepEqual(box.seal('x'), sealed);
    assert.equal(new Set([OLD, NEW, OTHER].map((key) => markOf(key).toString('hex'))).size, 3);
  });

  it('opens nothing under a key that is not its own', () => {
    const box = createSecretBox([OTHER]);
    fc.assert(
      fc.property(text, (secret) => {
        assert.throws(() => box.open(createSecretBox([NEW, OTHER]).seal(secret)));
        assert.throws(() => box.open(sealUnmarked(NEW, secret)));
      }),
    );
  });

  it('refuses bytes that were altered at any position, cut short or lengthened, in either form', () => {
    const box = createSecretBox([NEW, OLD]);
    const refused = (bytes: Buffer) => assert.throws(() => box.open(bytes), /altered/);
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 255 }), fc.boolean(), (secret, flip, marked) => {
        const sealed = marked ? box.seal(secret) : sealUnmarked(OLD, secret);
        for (let at = 0; at < sealed.length; at++) {
          const altered = Buffer.from(sealed);
          altered[at]! ^= flip;
          refused(altered);
          refused(sealed.subarray(0, at));
        }
        refused(Buffer.concat([sealed, Buffer.of(flip)]));
      }),
      { numRuns: 50 },
    );
  });

  it('refuses a mark of its other key, and a mark taken off', () => {
    const box = createSecretBox([NEW, OLD]);
    const sealed = box.seal('secret');
    assert.throws(() => box.open(Buffer.concat([markOf(OLD), sealed.subarray(9)])));
    assert.throws(() => box.open(sealed.subarray(9)));
  });

  it('opens what was sealed without a mark though its nonce begins as a mark does', () => {
    const box = createSecretBox([NEW, OLD]);
    for (const mark of [markOf(NEW), markOf(OLD), markOf(OTHER)]) {
      for (const key of [NEW, OLD]) {
        const nonce = Buffer.concat([mark, randomBytes(3)]);
        assert.equal(box.open(sealUnmarked(key, 'secret', nonce)), 'secret');
        assert.equal(box.open(sealUnmarked(key, '', nonce)), '');
      }
    }
  });
});
