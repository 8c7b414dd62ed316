import { connectHost, type HostBridge } from './bridge.ts';

let bridge: HostBridge | undefined;

/**
 * Returns the bridge of this page, connected when it is first asked for; undefined where there is no door to a host.
 */
export function theHost(): HostBridge | undefined {
  bridge ??= connectHost(globalThis);
  return bridge;
}
