import { type Channel, evaluateReceive, type HostedWindow, type OnMessage } from './channel.ts';

/** The simulator's own transport: messages between the frame and this page, of this origin only. */
export function posted(frame: HostedWindow, onMessage: OnMessage): Channel {
  const hear = (event: MessageEvent) => {
    if (event.source !== frame || event.origin !== location.origin) return;
    onMessage(event.data);
  };
  addEventListener('message', hear);
  return {
    answer: (_request, { payload }) => frame.postMessage(payload, location.origin),
    // A posted command would be lost while nobody listens; this way it waits where early commands of all hosts wait.
    command: (command) => evaluateReceive(frame, frame.structuredClone(command)),
    close: () => removeEventListener('message', hear),
  };
}
