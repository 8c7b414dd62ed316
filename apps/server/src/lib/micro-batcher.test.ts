import { describe, expect, it } from 'vitest';
import { createMicroBatcher, type MicroBatcherOptions, QueueFull } from './micro-batcher.ts';
import { machineClock } from './clock.ts';

type Entry = { readonly payer: number; readonly group?: number; readonly poison?: boolean };

/** Makes a batcher over a writer that records its batches and answers each entry with its payer. */
function given(options: Partial<MicroBatcherOptions<Entry, number>> = {}) {
  const batches: (readonly Entry[])[] = [];
  const batcher = createMicroBatcher<Entry, number>({
    write: async (entries) => {
      batches.push(entries);
      await Promise.resolve();
      if (entries.some((entry) => entry.poison)) throw new Error('poison');
      return entries.map((entry) => entry.payer);
    },
    classify: () => 'poisoned',
    groupOf: (entry) => entry.group ?? 0,
    payerOf: (entry) => entry.payer,
    writers: 1,
    batchMax: 8,
    queueMax: 100,
    retryForMs: 1000,
    timing: machineClock,
    ...options,
  });
  return { batcher, batches };
}

describe('the micro-batcher', () => {
  it('writes together what arrives together, and answers each its own', async () => {
    const { batcher, batches } = given();
    const answers = await Promise.all([1, 2, 3].map((payer) => batcher.submit({ payer })));
    expect(answers).toEqual([1, 2, 3]);
    expect(batches).toHaveLength(1);
  });

  it('never takes more than its maximum into one batch', async () => {
    const { batcher, batches } = given({ batchMax: 2 });
    await Promise.all([1, 2, 3, 4, 5].map((payer) => batcher.submit({ payer })));
    expect(batches.map((batch) => batch.length)).toEqual([2, 2, 1]);
  });

  it('writes two entries of one payer one after the other', async () => {
    const { batcher, batches } = given();
    await Promise.all([1, 1, 2].map((payer) => batcher.submit({ payer })));
    expect(batches.map((batch) => batch.map((entry) => entry.payer))).toEqual([[1, 2], [1]]);
  });

  it('does not send a payer to a second writer while the first still writes', async () => {
    let running = 0;
    let mostRunning = 0;
    const { batcher } = given({
      writers: 2,
      write: async (entries) => {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        await Promise.resolve();
        running -= 1;
        return entries.map((entry) => entry.payer);
      },
    });
    await Promise.all([1, 1, 1].map((payer) => batcher.submit({ payer })));
    expect(mostRunning).toBe(1);
  });

  it('keeps groups apart', async () => {
    const { batcher, batches } = given();
    await Promise.all([
      batcher.submit({ payer: 1, group: 1 }),
      batcher.submit({ payer: 2, group: 2 }),
      batcher.submit({ payer: 3, group: 1 }),
    ]);
    expect(batches.map((batch) => batch.map((entry) => entry.group))).toEqual([[1, 1], [2]]);
  });

  it('fails only the entry that is at fault', async () => {
    const { batcher } = given();
    const answers = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((payer) => batcher.submit({ payer, poison: payer === 4 })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it.each(['outcome-unknown', 'transient'] as const)(
    'writes the same batch again after a failure that is %s',
    async (failure) => {
      let calls = 0;
      const seen: (readonly Entry[])[] = [];
      const { batcher } = given({
        classify: () => failure,
        write: (entries) => {
          seen.push(entries);
          calls += 1;
          return calls < 3 ? Promise.reject(new Error('gone')) : Promise.resolve(entries.map((entry) => entry.payer));
        },
      });
      expect(await Promise.all([1, 2].map((payer) => batcher.submit({ payer })))).toEqual([1, 2]);
      expect(seen).toHaveLength(3);
      expect(new Set(seen.map((batch) => JSON.stringify(batch))).size).toBe(1);
    },
  );

  it('gives up a batch that keeps failing, and goes on with the next', async () => {
    let isBroken = true;
    const { batcher } = given({
      classify: () => 'outcome-unknown',
      retryForMs: 0,
      write: (entries) =>
        isBroken ? Promise.reject(new Error('gone')) : Promise.resolve(entries.map((entry) => entry.payer)),
    });
    await expect(batcher.submit({ payer: 1 })).rejects.toThrow('gone');
    isBroken = false;
    expect(await batcher.submit({ payer: 1 })).toBe(1);
  });

  it('refuses what its queue cannot hold and writes nothing of it', async () => {
    const { batcher, batches } = given({ queueMax: 2 });
    const answers = await Promise.allSettled([1, 2, 3].map((payer) => batcher.submit({ payer })));
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(answers[2]).toMatchObject({ reason: expect.any(QueueFull) });
    expect(batches.flat().map((entry) => entry.payer)).toEqual([1, 2]);
  });

  it('drains: everything taken is answered, then nothing is pending', async () => {
    const { batcher } = given({ batchMax: 1 });
    const answers = Promise.all([1, 2, 3].map((payer) => batcher.submit({ payer })));
    expect(batcher.pending).toBe(3);
    await batcher.drain();
    expect(batcher.pending).toBe(0);
    expect(await answers).toEqual([1, 2, 3]);
  });
});
