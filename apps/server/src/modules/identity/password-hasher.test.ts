import { describe, expect, it } from 'vitest';
import { parseSettings } from '#/config/settings.ts';
import { createPasswordHasher } from './password-hasher.ts';

const { passwordCost } = parseSettings({ NODE_ENV: 'test' }, process.cwd());

describe('the password hasher', () => {
  it('takes the work that OWASP recommends, in any environment', async () => {
    expect(await createPasswordHasher(passwordCost).hash('stage-light 42')).toContain(
      '$argon2id$v=19$m=19456,t=2,p=1$',
    );
  });

  it('knows the right password and no other', async () => {
    const hasher = createPasswordHasher(passwordCost);
    const hash = await hasher.hash('stage-light 42');
    expect(await hasher.verify(hash, 'stage-light 42')).toBe(true);
    expect(await hasher.verify(hash, 'stage-light 43')).toBe(false);
    expect(await hasher.hash('stage-light 42')).not.toBe(hash);
  });

  it('refuses every password without a stored hash', async () => {
    expect(await createPasswordHasher(passwordCost).verify(undefined, 'stage-light 42')).toBe(false);
  });

  it('works in turns, refuses whom it cannot serve soon, and serves again afterwards', async () => {
    const hasher = createPasswordHasher(passwordCost, { atOnce: 1, waiting: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => hasher.hash(`password ${n}`)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const reason of refused) expect(reason).toMatchObject({ reason: 'OVERLOADED' });
    expect(await hasher.hash('password')).toContain('$argon2id$');
  });
});
