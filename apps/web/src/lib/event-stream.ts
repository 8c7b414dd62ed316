type StreamOptions = {
  /** Asked for each time that it connects, so that the address can say what was heard already. */
  readonly url: () => string;
  /** The `event:` name; unnamed events are taken as well. */
  readonly eventName: string;
  /** Answers whether the event was of use. After one that was not, it connects anew. */
  readonly onData: (text: string) => boolean;
  /** True while events arrive, false while waiting to connect again. */
  readonly onLive: (live: boolean) => void;
  /** Called beside each try to connect after more than one has failed, when what is missed should be had another way. */
  readonly onTrouble: () => void;
};

/** A stream says something at once. One that does not is held back on its way, by a proxy that waits for its end. */
const firstEventMs = 10_000;
/** The server says that it is there every 20 seconds. A stream that misses two of them is dead, whatever the socket says. */
const silenceMs = 45_000;

/**
 * Listens to server-sent events until the returned function is called. Connects again by itself with growing delays
 * (the browser's own retry gives up at the first HTTP error, such as a restarting server's 503), and lets go while the
 * page is hidden, to spare the phone's battery and the server's sockets.
 */
export function openEventStream({ url, eventName, onData, onLive, onTrouble }: StreamOptions): () => void {
  let source: EventSource | undefined;
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
    source = new EventSource(url());
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
 * How long to wait before connecting again after `failures` in a row: doubling from a second to half a minute, of which
 * a random half, so that all the fans of a restarted server do not come back in one moment.
 */
export function reconnectDelayMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
}
