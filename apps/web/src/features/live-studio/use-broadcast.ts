import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { keepAwake } from '#/lib/keep-awake.ts';
import { loadChunk } from '#/lib/lazy-part.ts';
import { holdUnsavedWork } from '#/lib/unsaved-work.ts';
import { type Broadcaster, type BroadcastState, startBroadcaster } from './broadcaster.ts';
import { sizeFor } from './picture-size.ts';
import type { Capture } from './capture.ts';
import { stopBroadcast } from './studio-queries.ts';

export type Broadcast = {
  readonly state: BroadcastState;
  /** The start of the picture, by the server’s clock; undefined while none is up. */
  readonly sinceMs: number | undefined;
  readonly begin: () => void;
  readonly stop: (endRoom: boolean) => void;
  readonly isStopping: boolean;
  readonly stopError: Error | null;
};

/** Broadcasts a captured picture into a room, until it is stopped or the screen is left. */
export function useBroadcast(roomId: string, capture: Capture, onStopped: () => void): Broadcast {
  const [state, setState] = useState<BroadcastState>({ at: 'off', end: null });
  const [sinceMs, setSinceMs] = useState<number>();
  const running = useRef<Broadcaster>(undefined);
  const isUp = state.at !== 'off';

  const stopping = useMutation({
    mutationFn: async (endRoom: boolean) => {
      const broadcastId = await running.current?.stop();
      if (broadcastId !== undefined) await stopBroadcast(broadcastId, endRoom);
    },
    meta: { shownInPlace: true },
    onSuccess: onStopped,
  });
  const begin = () => {
    stopping.reset();
    setSinceMs(serverNowMs());
    running.current = startBroadcaster(roomId, {
      onState: setState,
      sizeNow: () => sizeFor(capture.store.read().video?.getSettings() ?? {}),
      encode: async (size, { onPart, onFailure }) => {
        const { startEncoder } = await loadChunk(() => import('./encoder.ts'));
        const { video } = capture.store.read();
        if (!video) throw new Error('There is no picture to encode.');
        const { isCovered } = capture;
        return startEncoder({ video, audio: capture.audio(), size, isCovered, onPart, onFailure });
      },
    });
  };

  useNewPictures(capture, () => running.current?.renew());
  useEffect(() => {
    if (!isUp) return undefined;
    const endings = [keepAwake(), holdUnsavedWork(), askBeforeUnload()];
    return () => {
      for (const end of endings) end();
    };
  }, [isUp]);
  const leave = useEffectEvent(() => {
    void running.current?.stop().then((broadcastId) => {
      // Without an answer the server sees by itself that nothing comes any more.
      if (broadcastId !== undefined) stopBroadcast(broadcastId, false).catch(() => undefined);
    });
  });
  useEffect(() => () => leave(), []);
  return {
    state,
    sinceMs: isUp ? sinceMs : undefined,
    begin,
    stop: stopping.mutate,
    isStopping: stopping.isPending,
    stopError: stopping.error,
  };
}

/** Calls when another camera, or the screen, has taken the place of what was shown. */
function useNewPictures({ store }: Capture, onNew: () => void): void {
  const tell = useEffectEvent(onNew);
  useEffect(() => {
    let { video } = store.read();
    return store.subscribe(() => {
      const next = store.read().video;
      if (next === video) return;
      if (video && next) tell();
      video = next;
    });
  }, [store]);
}

function askBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
