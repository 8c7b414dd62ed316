import { describe, expect, it } from 'vitest';
import { createTurns, QueueIsFull, type CallScope, currentCall, inCall, createSemaphore } from './turns.ts';
import { createBatchLoader, createSingleFlight } from './shared-reads.ts';
import { systemClock } from './clock.ts';

const forever = new AbortController().signal;

describe('turns', () => {
  it('are taken by so many of a key at a time, and by the others in order of arrival', async () => {
    const turns = createTurns(2, 10);
    const [first, second] = [await turns.take('a', forever), await turns.take('a', forever)];
    const begun: number[] = [];
    const later = [3, 4, 5].map(async (nth) => {
      const end = await turns.take('a', forever);
      begun.push(nth);
      return end;
    });
    expect(turns.waiting).toBe(3);
    expect(turns.tryTake('a')).toBeUndefined();

    second();
    (await later[0])?.();
    await later[1];
    expect(begun).toEqual([3, 4]);
    first();
    await later[2];
    expect(begun).toEqual([3, 4, 5]);
    expect(turns.waiting).toBe(0);
  });

  it('of different keys do not wait for each other', async () => {
    const turns = createTurns(1, 10);
    await turns.take('a', forever);
    await expect(turns.take('b', forever)).resolves.toBeTypeOf('function');
  });

  it('end once, even if they are ended often', async () => {
    const turns = createTurns(1, 10);
    const end = await turns.take('a', forever);
    end();
    end();
    expect(turns.tryTake('a')).toBeTypeOf('function');
    expect(turns.tryTake('a')).toBeUndefined();
  });

  it('refuse one more than may wait, and only for that key', async () => {
    const turns = createTurns(1, 1);
    await turns.take('a', forever);
    void turns.take('a', forever);
    await expect(turns.take('a', forever)).rejects.toThrow(QueueIsFull);
    await expect(turns.take('b', forever)).resolves.toBeTypeOf('function');
  });

  it('pass to the next caller when one gives up', async () => {
    const turns = createTurns(1, 10);
    const end = await turns.take('a', forever);
    const client = new AbortController();
    const gone = turns.take('a', client.signal);
    const next = turns.take('a', forever);
    client.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(turns.waiting).toBe(1);
    end();
    await expect(next).resolves.toBeTypeOf('function');
  });

  it('are not taken by a caller who has already given up', async () => {
    const turns = createTurns(1, 10);
    await expect(turns.take('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(turns.tryTake('a')).toBeTypeOf('function');
  });
});

const scope: CallScope = { turnAtDatabase: () => Promise.resolve(() => undefined) };

describe('work of a call', () => {
  it('knows its call, also after it has waited', async () => {
    const seen = await inCall(scope, async () => {
      await new Promise(setImmediate);
      return currentCall();
    });
    expect(seen).toBe(scope);
    expect(currentCall()).toBeUndefined();
  });
});

describe('work that several calls share is no call’s own:', () => {
  const seen: (CallScope | undefined)[] = [];
  const look = () => {
    seen.push(currentCall());
    return Promise.resolve(currentCall());
  };

  it.each([
    ['a shared read', () => createSingleFlight(systemClock, look).current()],
    [
      'a shared look-up',
      () => createBatchLoader(async () => new Map([[1, await look()]]), { readers: 1, batchMax: 9 })(1),
    ],
    ['work under a limit of all', () => createSemaphore(1, 9)(look)],
  ])('%s', async (_, begin) => {
    seen.length = 0;
    await expect(inCall(scope, begin)).resolves.toBeUndefined();
    expect(seen).toEqual([undefined]);
  });
});

/** Makes work that ends on command and records its order. */
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

describe('a semaphore', () => {
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
});
