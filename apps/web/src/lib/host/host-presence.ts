import type { HostWindow, ParentWindow } from './host-window.ts';

/** The kind of host that shows this page, when it is not an ordinary browser. */
export type HostKind = 'ios' | 'android' | 'simulator';

/**
 * Returns the host around a window: one with a known door, else by the Android cookie `getEnvInfo` or the iOS SDK's
 * user agent; null in a browser. Older hosts are detected by `getUserInfo`; the bridge finds the door (find-door.ts).
 */
export function detectHost(page: HostWindow): HostKind | null {
  const { webkit, android, parent, navigator } = page;
  const handlers = webkit?.messageHandlers;
  if (handlers?.lightstick ?? handlers?.getUserInfo) return 'ios';
  if (page.lightstickPort ?? page.lightstickAndroid ?? android?.getUserInfo) return 'android';
  try {
    if (parent !== page && (parent as ParentWindow | undefined)?.lightstickSimulator) return 'simulator';
  } catch {
    // A parent of another origin cannot be inspected; it is not a host of ours.
  }
  if (/\biOS[-_ ]?SDK\b/i.test(navigator.userAgent)) return 'ios';
  return /android/i.test(navigator.userAgent) && /(?:^|; )getEnvInfo=/.test(page.document.cookie) ? 'android' : null;
}

let detected: HostKind | null | undefined;

/** Returns the host around this page. Looked for once: it cannot change while the page lives. */
export function hostPresence(): HostKind | null {
  if (detected === undefined) detected = detectHost(globalThis);
  return detected;
}
