import { describe, expect, it } from 'vitest';
import { watchRecoveries } from './recoveries.ts';

const isReady = () => Promise.resolve();

describe('recoveries', () => {
  it('count from the fault to the first answer that was asked for after it', async () => {
    const recoveries = watchRecoveries();
    const faultMs = performance.now();
    const recovery = recoveries.after(faultMs, isReady);
    recoveries.noteAnswer('a', faultMs - 1);
    recoveries.noteAnswer('a', faultMs + 1);
    const answeredMs = performance.now();
    expect(await recovery).toBeLessThanOrEqual(answeredMs - faultMs);
  });

  it('know answers that came before they were asked', async () => {
    const recoveries = watchRecoveries();
    const faultMs = performance.now();
    recoveries.noteAnswer('a', faultMs + 1);
    const answeredMs = performance.now();
    expect(await recoveries.after(faultMs, isReady)).toBeLessThanOrEqual(answeredMs - faultMs);
  });

  it('take an answer of another server for none, where one is named', async () => {
    const recoveries = watchRecoveries();
    const faultMs = performance.now();
    recoveries.noteAnswer('a', faultMs + 1);
    let isOver = false;
    const recovery = recoveries.after(faultMs, isReady, 'b').then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    recoveries.noteAnswer('b', faultMs + 2);
    await recovery;
    expect(isOver).toBe(true);
  });
});
