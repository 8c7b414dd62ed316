import type { HostWindow, ParentWindow } from '../host-window.ts';

/** The way in which a host is reached. */
export type HostDoor =
  | 'iosHandler'
  | 'androidListener'
  | 'androidInterface'
  | 'iosFunctions'
  | 'androidFunctions'
  | 'simulator';

/**
 * The host's door in a window, the best one first; undefined when there is none. The simulator comes last: when it puts
 * a device's doors into its frame, these are the ones to try.
 */
export function findDoor(page: HostWindow): HostDoor | undefined {
  const { webkit, android, parent } = page;
  const handlers = webkit?.messageHandlers;
  if (handlers?.lightstick) return 'iosHandler';
  if (page.lightstickPort) return 'androidListener';
  if (page.lightstickAndroid) return 'androidInterface';
  if (handlers?.getUserInfo) return 'iosFunctions';
  if (android?.getUserInfo) return 'androidFunctions';
  try {
    return parent !== page && (parent as ParentWindow | undefined)?.lightstickSimulator ? 'simulator' : undefined;
  } catch {
    // A parent of another origin, which may not be looked at: nobody we know.
    return undefined;
  }
}
