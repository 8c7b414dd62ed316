import type { HostWindow, ParentWindow } from '../host-window.ts';
import type { Transport } from './transport.ts';

/** The page of our own origin that shows this one in a frame and plays the host. */
export function simulator(page: HostWindow): Transport {
  const parent = page.parent as ParentWindow;
  const { origin } = page.location;
  return {
    send: (request) => parent.postMessage(request, origin),
    listen: (receive) =>
      page.addEventListener('message', (event) => {
        if (event.source === parent && event.origin === origin) receive(event.data);
      }),
  };
}
