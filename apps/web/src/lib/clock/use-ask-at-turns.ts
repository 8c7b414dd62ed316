import { useState } from 'react';
import { askAgainAfterMs, type Turn } from './ask-at-turns.ts';
import { serverNowMs } from './server-clock.ts';

type Told<Data> = {
  readonly state: {
    readonly data: Data | undefined;
    readonly dataUpdatedAt: number;
    readonly errorUpdatedAt: number;
  };
};

/** The `refetchInterval` of a query whose answer turns by itself: it is asked for anew at each turn, and not before. */
export function useAskAtTurns<Data>(turnsOf: (data: Data) => readonly Turn[]): (query: Told<Data>) => number | false {
  const [place] = useState(Math.random);
  return ({ state: { data, dataUpdatedAt, errorUpdatedAt } }) => {
    if (!data) return false;
    const nowMs = serverNowMs();
    const askedAtMs = nowMs - Date.now() + Math.max(dataUpdatedAt, errorUpdatedAt);
    return askAgainAfterMs(turnsOf(data), { askedAtMs, nowMs }, () => place);
  };
}
