import { type Channel, evaluateReceive, type HostedWindow, type OnMessage } from './channel.ts';

type Port = EventTarget & { onmessage: ((event: MessageEvent) => void) | null; postMessage: (json: string) => void };

const json = (payload: unknown) => (typeof payload === 'string' ? payload : JSON.stringify(payload));

/**
 * WebViewCompat.addWebMessageListener: an object with `postMessage` and message events. The host is given its end, the
 * reply proxy, with the page's first message; before that it can only evaluate a line of script.
 */
export function androidListener(frame: HostedWindow, onMessage: OnMessage): Channel {
  let hasReplyProxy = false;
  const postMessage = (message: unknown) => {
    hasReplyProxy = true;
    onMessage(String(message));
  };
  const port: Port = Object.assign(new frame.EventTarget(), { onmessage: null, postMessage });
  frame.lightstickPort = port;

  const send = (payload: unknown) => {
    const event = new frame.MessageEvent('message', { data: json(payload) });
    port.dispatchEvent(event);
    port.onmessage?.(event);
  };
  return {
    answer: (_request, { payload }) => send(payload),
    command(command) {
      if (!hasReplyProxy) return evaluateReceive(frame, json(command));
      send(command);
      return true;
    },
  };
}

/** addJavascriptInterface: texts in one direction, and answers by evaluating a line of script in the other. */
export function androidInterface(frame: HostedWindow, onMessage: OnMessage): Channel {
  frame.lightstickAndroid = { postMessage: (message) => void onMessage(message) };
  return {
    answer: (_request, { payload }) => void evaluateReceive(frame, json(payload)),
    command: (command) => evaluateReceive(frame, json(command)),
  };
}
