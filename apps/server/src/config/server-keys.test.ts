import { describe, expect, it } from 'vitest';
import { createServerKeys } from './server-keys.ts';

const keys = createServerKeys('a secret of at least 32 characters');
const others = createServerKeys('another secret of 32 characters or more');

function opens(...[purpose, sealed, context]: Parameters<typeof keys.open>): boolean {
  try {
    keys.open(purpose, sealed, context);
    return true;
  } catch {
    return false;
  }
}

describe('sealing', () => {
  it('is undone by the same secret, purpose and context only', () => {
    const sealed = keys.seal('mail', 'a code', 'mail 1');
    expect(keys.open('mail', sealed, 'mail 1').toString()).toBe('a code');
    expect(sealed.includes('a code')).toBe(false);
    expect(opens('mail', others.seal('mail', 'a code', 'mail 1'), 'mail 1')).toBe(false);
    expect(opens('secret-key', sealed, 'mail 1')).toBe(false);
    expect(opens('mail', sealed, 'mail 2')).toBe(false);
  });

  it('notices every altered or missing byte', () => {
    const sealed = keys.seal('mail', 'a code', '');
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(opens('mail', altered, '')).toBe(false);
      expect(opens('mail', sealed.subarray(0, at), '')).toBe(false);
    }
  });

  it('never gives the same bytes twice', () => {
    expect(keys.seal('mail', 'a code', '')).not.toEqual(keys.seal('mail', 'a code', ''));
  });
});

describe('keyed hashes', () => {
  it('depend on the secret, the purpose and the text', () => {
    const hash = keys.keyedHash('device', 'x').toString('hex');
    expect(createServerKeys('a secret of at least 32 characters').keyedHash('device', 'x').toString('hex')).toBe(hash);
    const different = [
      others.keyedHash('device', 'x'),
      keys.keyedHash('mail-code', 'x'),
      keys.keyedHash('device', 'y'),
    ];
    for (const other of different) expect(other.toString('hex')).not.toBe(hash);
  });
});
