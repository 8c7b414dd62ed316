import { externalStore } from '#/lib/external-store.ts';
import { readJson, tabStore } from '#/lib/key-value-store.ts';

/** The host's signed-in fan as sent to the page. Any shape, because developers try wrong ones too. */
export type HostFan = Readonly<Record<string, unknown>>;

/** The key of this tab's fan, so that a reload of the simulator does not sign the fan out. */
export const fanKey = 'lightstick.dev.fan';

export const fanStore = externalStore<HostFan | null>(storedFan());

function storedFan(): HostFan | null {
  const stored = readJson(tabStore, fanKey);
  return typeof stored === 'object' && stored !== null ? (stored as HostFan) : null;
}

export function keepFan(fan: HostFan | null): void {
  if (fan) tabStore.set(fanKey, JSON.stringify(fan));
  else tabStore.remove(fanKey);
  fanStore.write(fan);
}

/** A token that the server has never given out: it is refused like one that has expired. */
const deadToken = 'expired-token-that-no-session-answers-to-anymore';

export function withDeadToken(fan: HostFan): HostFan {
  return { ...fan, token: deadToken, passportToken: deadToken };
}
