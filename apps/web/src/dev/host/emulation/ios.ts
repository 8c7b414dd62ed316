import { type Channel, evaluateReceive, type HostedWindow, type OnMessage } from './channel.ts';

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void };

/** WKScriptMessageHandlerWithReply: `postMessage` returns a promise, which the host's reply handler settles. */
export function iosReply(frame: HostedWindow, onMessage: OnMessage): Channel {
  const waiting = new Map<string, Waiting>();
  const postMessage = (message: unknown) =>
    new frame.Promise((resolve, reject) => {
      // WebKit copies the message; what cannot be copied throws, as it does there.
      const request = onMessage(structuredClone(message));
      if (request) waiting.set(request.id, { resolve, reject });
      else reject(new frame.Error('This is not a request of the bridge.'));
    });
  frame.webkit = { messageHandlers: { lightstick: { postMessage } } };

  return {
    answer(request, { payload, rejects }) {
      const reply = waiting.get(request.id);
      waiting.delete(request.id);
      if (!reply) evaluateReceive(frame, frame.structuredClone(payload));
      else if (rejects) reply.reject(new frame.Error(`${request.method} failed on purpose.`));
      else reply.resolve(frame.structuredClone(payload));
    },
    command: (command) => evaluateReceive(frame, frame.structuredClone(command)),
  };
}

/** WKScriptMessageHandler: `postMessage` returns nothing, and the host answers by evaluating a line of script. */
export function iosHandler(frame: HostedWindow, onMessage: OnMessage): Channel {
  const postMessage = (message: unknown) => void onMessage(structuredClone(message));
  frame.webkit = { messageHandlers: { lightstick: { postMessage } } };
  return {
    answer: (_request, { payload }) => void evaluateReceive(frame, frame.structuredClone(payload)),
    command: (command) => evaluateReceive(frame, frame.structuredClone(command)),
  };
}
