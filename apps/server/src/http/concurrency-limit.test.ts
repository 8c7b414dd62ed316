import { describe, expect, it } from 'vitest';
import type { Fan } from './caller.ts';
import { limitConcurrency } from './concurrency-limit.ts';

const fanOf = (id: number): Fan => ({ id, accountId: `fan ${id}`, joinedAt: new Date(0), signInId: `sign-in ${id}` });

describe('the limit of concurrent calls', () => {
  it('refuses one more of the same fan, lets others go on, and gives each place back', async () => {
    const limit = limitConcurrency(1, { mostAtOnce: 2 });
    const { promise: end, resolve: letEnd } = Promise.withResolvers<string>();
    const held = [limit(fanOf(1), () => end), limit(fanOf(1), () => end)];
    await expect(limit(fanOf(1), () => end)).rejects.toMatchObject({ reason: 'TOO_MANY_REQUESTS' });
    await expect(limit(fanOf(2), () => Promise.resolve('other'))).resolves.toBe('other');
    await expect(limit(undefined, () => Promise.resolve('stranger'))).resolves.toBe('stranger');

    letEnd('done');
    await Promise.all(held);
    await expect(limit(fanOf(1), () => Promise.resolve('again'))).resolves.toBe('again');
    await expect(limit(fanOf(1), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(Promise.all([1, 2].map((nth) => limit(fanOf(1), () => Promise.resolve(nth))))).resolves.toEqual([
      1, 2,
    ]);
  });

  it('lets a fan who calls too fast wait for a turn, while others begin at once', async () => {
    const limit = limitConcurrency(1, { mostAtOnce: 10, pace: { burst: 2, perSecond: 5 } });
    const begun: string[] = [];
    const call = (fan: number, name: string) =>
      limit(fanOf(fan), () => {
        begun.push(name);
        return Promise.resolve(name);
      });
    const all = [call(1, 'first'), call(1, 'second'), call(1, 'third'), call(1, 'fourth'), call(2, 'of another')];
    await expect(Promise.all(all)).resolves.toHaveLength(5);
    expect(begun).toEqual(['first', 'second', 'of another', 'third', 'fourth']);
  });
});
