import { useEffect, useEffectEvent, useState } from 'react';
import { apiBaseUrl } from './api/api-address.ts';
import { openEventStream } from './event-stream.ts';

/** The time over which fetches spread, so that not everyone who watches fetches in the moment of an event. */
const spreadMs = 1500;

type StreamFollower<Event> = {
  readonly route: `GET ${string}`;
  readonly eventName: string;
  /** Returns whether there is more to know than the event says, so that it is fetched. */
  readonly onEvent: (event: Event) => boolean;
  readonly refetch: () => void;
  readonly isOn?: boolean;
};

/** Follows a public stream while mounted and `isOn`. Returns whether the stream is alive. */
export function useEventStream<Event>({ route, eventName, isOn = true, ...following }: StreamFollower<Event>): boolean {
  const [isLive, setLive] = useState(false);
  const onEvent = useEffectEvent(following.onEvent);
  const refetch = useEffectEvent(following.refetch);

  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = openEventStream({
      url: () => apiBaseUrl + route.slice('GET '.length),
      eventName,
      onLive: setLive,
      onData: (text) => {
        if (onEvent(JSON.parse(text) as Event)) {
          timer ??= setTimeout(() => {
            timer = undefined;
            refetch();
          }, Math.random() * spreadMs);
        }
        return true;
      },
      onTrouble: () => refetch(),
    });
    return () => {
      clearTimeout(timer);
      stop();
      setLive(false);
    };
  }, [route, eventName, isOn]);

  return isLive;
}
