import type { HostWindow } from '../host-window.ts';
import type { Transport } from './transport.ts';

/** Android's `addJavascriptInterface`: JSON texts out; the host answers by `window.lightstick.receive`. */
export function androidInterface(page: HostWindow): Transport {
  // Called as a method of the injected object: Android refuses one that has been taken off it.
  return { send: (request) => page.lightstickAndroid?.postMessage(JSON.stringify(request)) };
}
