import type { Contract, DataOf, ErrorName, ErrorOf, segmentUploadPath } from '@lightstick/contract';
import { apiBaseUrl } from '#/lib/api/api-address.ts';
import { isTransient, TransportError } from '#/lib/api/api-error.ts';
import { call, readAnswer, withFreshToken } from '#/lib/api/call.ts';
import { commonHeaders } from '#/lib/api/common-headers.ts';
import { startDeadline, pause } from '#/lib/timing/waiting.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { currentSession } from '#/lib/session/session.ts';
import type { Encoder } from './encoder.ts';
import { type PictureSize, sizes } from './picture-size.ts';
import { createSegmentQueue, type BroadcastPart } from './segment-queue.ts';

const startRoute = 'POST /activity/api/v1/jplive/studio/start';
const path: typeof segmentUploadPath = '/activity/api/v1/jplive/studio/broadcast';

type Broadcast = DataOf<Contract[typeof startRoute]>;

/**
 * The reason why nothing is broadcast any more. `encoder`: the browser could not encode. `refused`: the server found a
 * part wrong.
 */
export type BroadcastEnd = 'taken' | 'over' | 'cancelled' | 'notPresenter' | 'early' | 'encoder' | 'refused' | 'failed';

const ends: Partial<Record<ErrorName, BroadcastEnd>> = {
  LIVE_BROADCAST_ENDED: 'taken',
  LIVE_BROADCAST_NOT_FOUND: 'taken',
  LIVE_ROOM_OVER: 'over',
  LIVE_ROOM_CANCELLED: 'cancelled',
  LIVE_ROOM_NOT_FOUND: 'notPresenter',
  LIVE_NOT_HOST: 'notPresenter',
  LIVE_STUDIO_CLOSED: 'early',
  LIVE_SEGMENT_REFUSED: 'refused',
} satisfies Partial<Record<ErrorOf<Contract[typeof startRoute]> | ErrorName, BroadcastEnd>>;

export type BroadcastState =
  /** `end` is null when the presenter has stopped, or not begun. */
  | { readonly at: 'off'; readonly end: BroadcastEnd | null }
  | { readonly at: 'connecting'; readonly isAgain: boolean }
  | {
      readonly at: 'sending';
      readonly broadcastId: string;
      readonly size: PictureSize;
      /** Whether the picture was made smaller, because the connection was too slow. */
      readonly isReduced: boolean;
      readonly waitingSeconds: number;
      /** The speed at which the connection takes the picture; null before it is known. */
      readonly bitsPerSecond: number | null;
    };

type EncodeSink = {
  readonly onPart: (part: BroadcastPart, bytes: ArrayBuffer) => void;
  readonly onFailure: (error: unknown) => void;
};

type BroadcasterOptions = {
  /** The largest size of the picture that is on now. */
  readonly sizeNow: () => PictureSize;
  readonly encode: (size: PictureSize, sink: EncodeSink) => Promise<Encoder>;
  readonly onState: (state: BroadcastState) => void;
  readonly start?: (signal: AbortSignal) => Promise<Pick<Broadcast, 'broadcastId'>>;
  readonly put?: (broadcastId: string, part: BroadcastPart, bytes: ArrayBuffer, signal: AbortSignal) => Promise<void>;
};

export type Broadcaster = {
  /** Restarts with what the camera shows now. */
  readonly renew: () => void;
  /** Sends the remaining parts, for a moment, and ends. Returns the broadcast that is then open at the server. */
  readonly stop: () => Promise<string | undefined>;
};

const lookMs = 500;
/** The longest wait of a part: viewers, who have waited as long, have no use for it afterwards. */
const mostWaitingMs = 8000;
const lastPartsMs = 3000;
/** A device that slept makes one segment that is too long. Two refusals within this time have another reason. */
const refusalMs = 20_000;
const backoffMs = { first: 500, most: 4000 };

/** `again`: from the next frame on, at the size of now; `smaller`: also with a smaller picture. */
type BroadcastTurn = 'again' | 'smaller' | 'stopped';

/** Broadcasts into a room until it is stopped or refused. Parts that the connection cannot take are left out. */
export function startBroadcaster(roomId: string, options: BroadcasterOptions): Broadcaster {
  const { sizeNow, start = startIn(roomId) } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const onState = (state: BroadcastState) => {
    if (!signal.aborted) options.onState(state);
  };
  let isReduced = false;
  let refusedAtMs = -refusalMs;
  let broadcastId: string | undefined;
  let turn: ((turn: BroadcastTurn) => void) | undefined;

  const run = async () => {
    let next: BroadcastTurn = 'again';
    for (let isAgain = false; next !== 'stopped' && !signal.aborted; isAgain = true) {
      onState({ at: 'connecting', isAgain });
      broadcastId = (await untilAnswered(start, signal)).broadcastId;
      signal.throwIfAborted();
      const turned = withResolvers();
      turn = turned.resolve;
      const size = isReduced ? sizes.low : sizeNow();
      next = await send({ ...options, onState, broadcastId, size, isReduced }, turned).catch((error: unknown) => {
        const nowMs = performance.now();
        if (refusalReason(error) !== 'LIVE_SEGMENT_REFUSED' || nowMs - refusedAtMs < refusalMs) throw error;
        refusedAtMs = nowMs;
        return 'again';
      });
      turn = undefined;
      isReduced ||= next === 'smaller';
    }
  };
  const running = run().catch((error: unknown) => onState({ at: 'off', end: endOf(error) }));
  return {
    renew: () => turn?.('again'),
    async stop() {
      // A device that is at its limit is not waited for.
      if (turn) {
        turn('stopped');
        await Promise.race([running, pause(2 * lastPartsMs)]);
      }
      onState({ at: 'off', end: null });
      ending.abort();
      return broadcastId;
    },
  };
}

/** Asks until the server answers. */
async function untilAnswered<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waitMs = backoffMs.first; ; waitMs = Math.min(backoffMs.most, waitMs * 2)) {
    try {
      return await ask(signal);
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      await pause(waitMs);
      signal.throwIfAborted();
    }
  }
}

type BroadcastSending = Pick<BroadcasterOptions, 'encode' | 'put' | 'onState'> &
  Pick<Extract<BroadcastState, { at: 'sending' }>, 'broadcastId' | 'size' | 'isReduced'>;

/** Encodes and sends one broadcast until it turns. */
async function send(sending: BroadcastSending, turned: ReturnType<typeof withResolvers>): Promise<BroadcastTurn> {
  const { broadcastId, size, isReduced, encode, put = putPart, onState } = sending;
  const queue = createSegmentQueue({
    put: (part, bytes, until) => put(broadcastId, part, bytes, until),
    onRefused: turned.reject,
  });
  const look = setInterval(() => {
    const waitingMs = queue.waitingMs();
    if (waitingMs > mostWaitingMs) turned.resolve('smaller');
    const waitingSeconds = Math.round(waitingMs / 1000);
    onState({ at: 'sending', broadcastId, size, isReduced, waitingSeconds, bitsPerSecond: queue.bitsPerSecond() });
  }, lookMs);
  let encoder: Encoder | undefined;
  try {
    const onFailure = (error: unknown) => turned.reject(new EncodingFailure(error));
    encoder = await encode(size, { onPart: queue.add, onFailure }).catch((error: unknown) => {
      throw new EncodingFailure(error);
    });
    const next = await turned.promise;
    await Promise.race([encoder.stop(), pause(lastPartsMs)]);
    if (next !== 'smaller') await Promise.race([queue.drained(), pause(lastPartsMs)]);
    return next;
  } finally {
    clearInterval(look);
    queue.close();
    // One that has failed, or was refused, has nothing more to say.
    encoder?.stop().catch(() => undefined);
  }
}

/** Replaces `Promise.withResolvers`, which the oldest supported browsers lack. */
function withResolvers() {
  let resolve: (turn: BroadcastTurn) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<BroadcastTurn>((accept, refuse) => {
    resolve = accept;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

class EncodingFailure extends Error {
  constructor(cause: unknown) {
    super('The picture could not be encoded.', { cause });
  }
}

function endOf(error: unknown): BroadcastEnd {
  if (error instanceof EncodingFailure) {
    console.error(error);
    return 'encoder';
  }
  const reason = refusalReason(error);
  return (reason && ends[reason]) ?? 'failed';
}

function startIn(roomId: string) {
  return (signal: AbortSignal) => call(startRoute, { body: { roomId } }, { signal });
}

const putTimeoutMs = 10_000;

function putPart(broadcastId: string, part: BroadcastPart, bytes: ArrayBuffer, until: AbortSignal): Promise<void> {
  const address = `${path}/${encodeURIComponent(broadcastId)}/${part}`;
  return withFreshToken(async () => {
    const deadline = startDeadline(putTimeoutMs, until);
    try {
      const response = await fetch(apiBaseUrl + address, {
        method: 'PUT',
        credentials: 'include',
        headers: { ...commonHeaders(), 'Content-Type': 'video/mp4', token: currentSession()?.token ?? '' },
        body: bytes,
        signal: deadline.signal,
      }).catch((cause: unknown) => {
        throw new TransportError('network', path, { cause });
      });
      if (response.status === 204) return;
      readAnswer(path, await response.text(), {
        status: response.status,
        requestId: response.headers.get('x-request-id'),
      });
    } finally {
      deadline.clear();
    }
  });
}
