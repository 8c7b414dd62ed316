import type { HostWindow } from '../host-window.ts';
import type { Transport } from './transport.ts';

/**
 * A WKWebView's message handler, which takes objects as they are. With a reply handler behind it (iOS 14) the call
 * returns the answer's promise; without one the host answers by `window.lightstick.receive`.
 */
export function iosHandler(page: HostWindow): Transport {
  return { send: (request) => page.webkit?.messageHandlers?.lightstick?.postMessage(request) };
}
