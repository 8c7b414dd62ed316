import type { HostWindow } from '../host-window.ts';
import type { Transport } from './transport.ts';

/** Android's `addWebMessageListener`: JSON texts out, `message` events in. The system checks our origin for the host. */
export function androidListener({ lightstickPort: port }: HostWindow): Transport {
  return {
    send: (request) => port?.postMessage(JSON.stringify(request)),
    listen: (receive) => port?.addEventListener('message', ({ data }) => receive(data)),
  };
}
