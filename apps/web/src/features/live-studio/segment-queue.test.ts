import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, TransportError } from '#/lib/api/api-error.ts';
import { createSegmentQueue, type BroadcastPart } from './segment-queue.ts';

const bytes = new ArrayBuffer(1000);
const lost = new TransportError('network', '/activity/api/v1/jplive/studio/broadcast');
const answered = (status: number) =>
  new ApiError({ code: 7022, message: 'Another device went on air.', status, requestId: null, path: '/' });

describe('the parts of a broadcast', () => {
  let sent: BroadcastPart[] = [];
  let refused: unknown[] = [];
  /** The failures of the next attempts; then all arrive. */
  let troubles: Error[] = [];
  const begin = () =>
    createSegmentQueue({
      put: async (part) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        const trouble = troubles.shift();
        if (trouble) throw trouble;
        sent.push(part);
      },
      onRefused: (error) => refused.push(error),
    });

  beforeEach(() => {
    sent = [];
    refused = [];
    troubles = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  test('are sent in order, one at a time', async () => {
    const queue = begin();
    for (const part of ['init', 0, 1] as const) queue.add(part, bytes);
    await vi.advanceTimersByTimeAsync(250);
    expect(sent).toEqual(['init', 0]);
    expect(queue.bitsPerSecond()).toBe(80_000);
    await vi.advanceTimersByTimeAsync(50);
    expect(sent).toEqual(['init', 0, 1]);
    await queue.drained();
    expect(queue.waitingMs()).toBe(0);
  });

  test('are sent again after a lost connection and an overload, and keep their order', async () => {
    troubles = [lost, answered(503), answered(429)];
    const queue = begin();
    queue.add('init', bytes);
    queue.add(0, bytes);
    await vi.advanceTimersByTimeAsync(300 + 600);
    expect(sent).toEqual([]);
    expect(queue.waitingMs()).toBe(900);
    await vi.advanceTimersByTimeAsync(2500);
    expect(sent).toEqual(['init', 0]);
    expect(refused).toEqual([]);
  });

  test('end with the first refusal', async () => {
    troubles = [answered(409)];
    const queue = begin();
    queue.add('init', bytes);
    queue.add(0, bytes);
    await vi.advanceTimersByTimeAsync(60_000);
    queue.add(1, bytes);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    expect(refused).toEqual([expect.objectContaining({ status: 409 })]);
  });
});
