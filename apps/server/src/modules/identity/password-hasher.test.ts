import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

describe('the password hasher', () => {
  it('knows the right password and no other', async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash('stage-light 42');
    expect(await hasher.verify(hash, 'stage-light 42')).toBe(true);
    expect(await hasher.verify(hash, 'stage-light 43')).toBe(false);
    expect(await hasher.hash('stage-light 42')).not.toBe(hash);
  });

  it('lets nobody in where there is no hash', async () => {
    expect(await createPasswordHasher().verify(undefined, 'stage-light 42')).toBe(false);
  });

  it('works in turns, refuses whom it cannot serve soon, and serves again afterwards', async () => {
    const hasher = createPasswordHasher({ atOnce: 1, waiting: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => hasher.hash(`password ${n}`)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const reason of refused) expect(reason).toMatchObject({ reason: 'OVERLOADED' });
    expect(await hasher.hash('password')).toContain('$argon2id$');
  });
});
