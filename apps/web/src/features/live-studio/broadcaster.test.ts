import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ErrorCode } from '@lightstick/contract/errors';
import { ApiError, TransportError } from '#/lib/api/api-error.ts';
import { type BroadcastState, startBroadcaster } from './broadcaster.ts';
import { sizes } from './picture-size.ts';
import type { BroadcastPart } from './segment-queue.ts';

const lost = new TransportError('network', '/activity/api/v1/jplive/studio/start');
const refusal = (name: keyof typeof ErrorCode) =>
  new ApiError({ code: ErrorCode[name], message: name, status: 409, requestId: null, path: '/' });

describe('a broadcast', () => {
  let states: BroadcastState[] = [];
  let sent: string[] = [];
  let encoded: string[] = [];
  let put: (broadcastId: string, part: BroadcastPart) => Promise<void>;
  let begun = 0;
  let beginnings: Error[] = [];
  let failEncoder: (error: unknown) => void;
  let isStuck = false;

  const begin = () =>
    startBroadcaster('night-show', {
      sizeNow: () => sizes.high,
      onState: (state) => states.push(state),
      start: async () => {
        const trouble = beginnings.shift();
        if (trouble) throw trouble;
        begun += 1;
        return { broadcastId: `b${begun}` };
      },
      put: (id, part) => put(id, part),
      encode: async ({ name }, { onPart, onFailure }) => {
        encoded.push(name);
        failEncoder = onFailure;
        onPart('init', new ArrayBuffer(10));
        let next = 0;
        const timer = setInterval(() => onPart(next++, new ArrayBuffer(100)), 1000);
        return {
          stop: () => {
            clearInterval(timer);
            return isStuck ? new Promise<never>(() => undefined) : Promise.resolve();
          },
        };
      },
    });

  beforeEach(() => {
    states = [];
    sent = [];
    encoded = [];
    begun = 0;
    beginnings = [];
    isStuck = false;
    put = async (id, part) => void sent.push(`${id} ${part}`);
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  test('is sent until it is stopped, and says how it goes', async () => {
    const broadcaster = begin();
    await vi.advanceTimersByTimeAsync(2100);
    expect(sent).toEqual(['b1 init', 'b1 0', 'b1 1']);
    expect(states.at(-1)).toMatchObject({ at: 'sending', size: sizes.high, isReduced: false, waitingSeconds: 0 });
    const stopped = broadcaster.stop();
    await vi.advanceTimersByTimeAsync(100);
    expect(await stopped).toBe('b1');
    expect(states.at(-1)).toEqual({ at: 'off', end: null });
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toHaveLength(3);
  });

  test('restarts with a smaller picture when the connection is eight seconds behind', async () => {
    put = () => Promise.reject(lost);
    const broadcaster = begin();
    await vi.advanceTimersByTimeAsync(8000);
    expect(encoded).toEqual(['high']);
    put = async (id, part) => void sent.push(`${id} ${part}`);
    beginnings = [lost, lost];
    await vi.advanceTimersByTimeAsync(4000);
    expect(encoded).toEqual(['high', 'low']);
    expect(sent.slice(0, 2)).toEqual(['b2 init', 'b2 0']);
    expect(states.at(-1)).toMatchObject({ at: 'sending', broadcastId: 'b2', size: sizes.low, isReduced: true });
    void broadcaster.stop();
    await vi.advanceTimersByTimeAsync(10_000);
  });

  test('restarts for another camera, after the remaining parts have arrived', async () => {
    const broadcaster = begin();
    await vi.advanceTimersByTimeAsync(1100);
    broadcaster.renew();
    await vi.advanceTimersByTimeAsync(1100);
    expect(encoded).toEqual(['high', 'high']);
    expect(sent).toEqual(['b1 init', 'b1 0', 'b2 init', 'b2 0']);
    void broadcaster.stop();
    await vi.advanceTimersByTimeAsync(10_000);
  });

  test('can be stopped while it connects, and on a device that does not get to the end', async () => {
    beginnings = Array.from({ length: 100 }, () => lost);
    const connecting = begin();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await connecting.stop()).toBeUndefined();
    expect(states.at(-1)).toEqual({ at: 'off', end: null });

    beginnings = [];
    isStuck = true;
    const stuck = begin();
    await vi.advanceTimersByTimeAsync(1100);
    const stopped = stuck.stop();
    await vi.advanceTimersByTimeAsync(6000);
    expect(await stopped).toBe('b1');
    expect(states.at(-1)).toEqual({ at: 'off', end: null });
  });

  test('ends when another device takes over', async () => {
    begin();
    await vi.advanceTimersByTimeAsync(1100);
    put = () => Promise.reject(refusal('LIVE_BROADCAST_ENDED'));
    await vi.advanceTimersByTimeAsync(1100);
    expect(states.at(-1)).toEqual({ at: 'off', end: 'taken' });
  });

  test('restarts after a part that the server refused, and ends with the next one', async () => {
    begin();
    await vi.advanceTimersByTimeAsync(1100);
    put = () => Promise.reject(refusal('LIVE_SEGMENT_REFUSED'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(encoded).toEqual(['high', 'high']);
    expect(states.at(-1)).toEqual({ at: 'off', end: 'refused' });
  });

  test('does not begin in a room of which the fan is no presenter', async () => {
    beginnings = [refusal('LIVE_NOT_HOST')];
    begin();
    await vi.advanceTimersByTimeAsync(100);
    expect(states).toEqual([
      { at: 'connecting', isAgain: false },
      { at: 'off', end: 'notPresenter' },
    ]);
  });

  test('ends when the browser cannot encode any more', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    begin();
    await vi.advanceTimersByTimeAsync(1100);
    failEncoder(new DOMException('The encoder is gone.', 'EncodingError'));
    await vi.advanceTimersByTimeAsync(100);
    expect(states.at(-1)).toEqual({ at: 'off', end: 'encoder' });
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});
