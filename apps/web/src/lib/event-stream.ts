type StreamOptions = {
  /** Returns the address of each connection, so that it can contain the last event received. */
  readonly url: () => string;
  /** The `event:` name; unnamed events are taken as well. */
  readonly eventName: string;
  /** Returns whether the event could be applied. If not, the stream reconnects. */
  readonly onData: (text: string) => boolean;
  /** True while events arrive, false while waiting to connect again. */
  readonly onLive: (live: boolean) => void;
  /** Runs at each retry after the first, so that the caller can fetch the missed data otherwise. */
  readonly onTrouble: () => void;
  /** Opens a connection; by default an `EventSource`, which cannot send the fan's token. */
  readonly open?: (url: string) => EventSourceLike;
};

/** The part of an `EventSource` that a stream needs. */
export type EventSourceLike = {
  addEventListener: (type: string, listener: (event: MessageEvent<string>) => void) => void;
  close: () => void;
};

/** A stream sends its first event immediately. A delay means that a proxy buffers it. */
const firstEventMs = 10_000;
/** The server sends a heartbeat every 20 seconds. A stream that misses two is dead, whatever the socket reports. */
const silenceMs = 45_000;

/**
 * Listens to server-sent events until the returned function is called. Reconnects with backoff (the browser stops at the
 * first HTTP error) and disconnects while the page is hidden.
 */
export function openEventStream({
  url,
  eventName,
  onData,
  onLive,
  onTrouble,
  open = (address) => new EventSource(address),
}: StreamOptions): () => void {
  let source: EventSourceLike | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const disconnect = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const connectLater = () => {
    onLive(false);
    disconnect();
    failures += 1;
    timer = setTimeout(connect, reconnectDelayMs(failures));
  };
  const expectWithin = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(connectLater, ms);
  };
  const receive = (event: MessageEvent<string>) => {
    expectWithin(silenceMs);
    if (onData(event.data)) {
      failures = 0;
      onLive(true);
    } else connectLater();
  };
  const connect = () => {
    disconnect();
    if (failures > 1) onTrouble();
    source = open(url());
    source.addEventListener('message', receive);
    source.addEventListener(eventName, receive);
    source.addEventListener('error', connectLater);
    source.addEventListener('beat', () => expectWithin(silenceMs));
    expectWithin(firstEventMs);
  };
  const followVisibility = () => {
    if (document.visibilityState === 'visible') connect();
    else {
      onLive(false);
      disconnect();
    }
  };

  document.addEventListener('visibilitychange', followVisibility);
  followVisibility();
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    disconnect();
  };
}

const firstMs = 1000;
const longestMs = 30_000;

/**
 * Returns the reconnect delay after `failures` in a row: it doubles from 1 to 30 s, half of it random, so that fans of
 * a restarted server do not return at the same moment.
 */
export function reconnectDelayMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
}
