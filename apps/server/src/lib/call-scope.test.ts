import { describe, expect, it } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';
import { type CallScope, currentCall, inCall } from './call-scope.ts';
import { createSemaphore } from './semaphore.ts';
import { createSingleFlight } from './single-flight.ts';
import { systemClock } from './clock.ts';

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
