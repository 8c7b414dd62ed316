import type { Waiting } from './entry-queue.ts';
import type { Timing } from './timing.ts';

/** How a failed write is to be understood; it decides whether the same entries are written again. */
export type WriteFailure =
  /** The connection went away: the batch may or may not be durable. Writing it again answers, by its keys. */
  | 'outcome-unknown'
  /** Nothing was written and trying again may help: a deadlock, a lock not had in time. */
  | 'transient'
  /** Nothing was written and the same batch would fail again: one of its entries is at fault. */
  | 'poisoned';

export type BatchWriting<Entry, Answer> = {
  /** Writes entries that share a group and have distinct payers, in one commit; answers by position. Must be idempotent. */
  readonly write: (entries: readonly Entry[], writer: number) => Promise<readonly Answer[]>;
  readonly classify: (error: unknown) => WriteFailure;
  /** How long a batch, or what was halved from it, is tried again before its entries fail. */
  readonly retryForMs: number;
  readonly onBatch?: (entries: number, durationMs: number) => void;
};

const firstPauseMs = 20;
const longestPauseMs = 500;

/**
 * Writes a batch and answers each of its entries. It never rejects: whatever happens is told to the entries' callers.
 *
 * A batch whose outcome is unknown, or that failed because of others, is written again as it was. One that would fail
 * again is halved until the entry at fault stands alone, and the innocent ones are written.
 */
export function writeBatch<Entry, Answer>(
  batch: readonly Waiting<Entry, Answer>[],
  writer: number,
  writing: BatchWriting<Entry, Answer>,
  timing: Timing,
): Promise<void> {
  const giveUpAtMs = timing.nowMs() + writing.retryForMs;
  return tryUntil(giveUpAtMs, batch);

  async function tryUntil(deadlineMs: number, some: readonly Waiting<Entry, Answer>[]): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await writeOnce(some, writer, writing, timing);
        return;
      } catch (error) {
        const failure = writing.classify(error);
        if (failure === 'poisoned' && some.length > 1) {
          const middle = Math.ceil(some.length / 2);
          await tryUntil(deadlineMs, some.slice(0, middle));
          await tryUntil(deadlineMs, some.slice(middle));
          return;
        }
        if (failure === 'poisoned' || timing.nowMs() + pauseMs > deadlineMs) {
          for (const waiting of some) waiting.reject(error);
          return;
        }
        await timing.pause(pauseMs);
      }
    }
  }
}

async function writeOnce<Entry, Answer>(
  batch: readonly Waiting<Entry, Answer>[],
  writer: number,
  { write, onBatch }: BatchWriting<Entry, Answer>,
  timing: Timing,
): Promise<void> {
  const startedMs = timing.nowMs();
  const answers = await write(
    batch.map((waiting) => waiting.entry),
    writer,
  );
  if (answers.length !== batch.length) throw new Error(`Wrote ${batch.length} entries, got ${answers.length} answers`);
  onBatch?.(batch.length, timing.nowMs() - startedMs);
  batch.forEach((waiting, position) => waiting.resolve(answers[position] as Answer));
}
