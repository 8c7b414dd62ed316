import { reconnectDelayMs } from './reconnect-delay.ts';

export type StreamOptions = {
  readonly url: string;
  /** The `event:` name; unnamed events are taken as well. */
  readonly eventName: string;
  readonly onData: (text: string) => void;
  /** True while events arrive, false while waiting to connect again. */
  readonly onLive: (live: boolean) => void;
};

/**
 * Listens to server-sent events until the returned function is called. Connects again by itself with growing delays
 * (the browser's own retry gives up at the first HTTP error, such as a restarting server's 503), and lets go while the
 * page is hidden, to spare the phone's battery and the server's sockets.
 */
export function openEventStream({ url, eventName, onData, onLive }: StreamOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const disconnect = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const receive = (event: MessageEvent<string>) => {
    failures = 0;
    onLive(true);
    onData(event.data);
  };
  const connect = () => {
    disconnect();
    source = new EventSource(url);
    source.addEventListener('message', receive);
    source.addEventListener(eventName, receive);
    source.addEventListener('error', () => {
      onLive(false);
      disconnect();
      failures += 1;
      timer = setTimeout(connect, reconnectDelayMs(failures));
    });
  };
  const followVisibility = () => {
    if (document.visibilityState === 'visible') connect();
    else disconnect();
  };

  document.addEventListener('visibilitychange', followVisibility);
  followVisibility();
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    disconnect();
  };
}
