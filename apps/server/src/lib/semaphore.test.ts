import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

/** Work that ends on command and records its order. */
function given(atOnce: number, mostWaiting: number) {
  const inTurn = createSemaphore(atOnce, mostWaiting);
  const begun: number[] = [];
  const works = Array.from({ length: 9 }, () => Promise.withResolvers<string>());
  const come = (index: number) =>
    inTurn(() => {
      begun.push(index);
      return works[index]?.promise ?? Promise.reject(new Error('There is no such work'));
    });
  return {
    come,
    begun,
    end: (index: number) => works[index]?.resolve('done'),
    fail: (index: number) => works[index]?.reject(new Error('broke')),
  };
}

it('lets a fixed number run and a fixed number wait, and refuses the next at once', async () => {
  const { come, begun, end } = given(2, 1);
  const asked = [come(0), come(1), come(2)];
  await expect(come(3)).rejects.toMatchObject({ reason: 'OVERLOADED' });
  expect(begun).toEqual([0, 1]);
  for (const index of [0, 1, 2]) end(index);
  expect(await Promise.all(asked)).toEqual(['done', 'done', 'done']);
  expect(begun).toEqual([0, 1, 2]);
});

it('gives a free slot to the one that has waited longest, after success and failure', async () => {
  const { come, begun, end, fail } = given(1, 2);
  const asked = [come(0), come(1), come(2)].map((work) => work.catch((error: Error) => error.message));
  fail(0);
  expect(await asked[0]).toBe('broke');
  await expect.poll(() => begun).toEqual([0, 1]);
  end(1);
  end(2);
  expect(await Promise.all(asked)).toEqual(['broke', 'done', 'done']);
});

it('is free again as soon as its work has ended, where no waiting is allowed', async () => {
  const { come, end, fail } = given(1, 0);
  const first = come(0);
  await expect(come(1)).rejects.toMatchObject({ reason: 'OVERLOADED' });
  end(0);
  await first;
  const second = come(2);
  fail(2);
  await expect(second).rejects.toThrow('broke');
  end(3);
  expect(await come(3)).toBe('done');
});
