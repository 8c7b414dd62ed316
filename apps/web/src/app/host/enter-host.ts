import type { QueryClient } from '@tanstack/react-query';
import type { BootWindow } from '#/boot/boot-result.ts';
import type { HostBridge } from '#/lib/host/bridge.ts';
import { theHost } from '#/lib/host/the-host.ts';
import { adoptHostUser } from '#/lib/session/adopt-host-user.ts';
import { canResumeSession, resumeSession, resumeSessionsBy } from '#/lib/session/session.ts';
import { fetchAnew } from '../fetch-anew.ts';
import { answered } from './answered.ts';
import { askForNewerToken } from './ask-for-newer-token.ts';
import { carryOutCommands } from './carry-out-commands.ts';
import { type CookieWord, readHostCookies } from './host-cookies.ts';
import { showHostEnvironment } from './show-host-environment.ts';

export type Entrance = {
  readonly queryClient: QueryClient;
  /** Resolves when the texts of the interface are there. */
  readonly texts: Promise<void>;
  /** Whether the host's link asks for the whole screen. */
  readonly hidesHeader: boolean;
};

/**
 * Begins inside a host, and from then on does what the host says. Resolves when both the fan and the environment are
 * known: at once from the host's cookies, else when the host has answered, or has been silent for too long; then the fan
 * goes on anonymously.
 */
export async function enterHost(entrance: Entrance, bridge: HostBridge | undefined = theHost()): Promise<void> {
  const word = readHostCookies((globalThis as BootWindow).lightstickBoot?.cookies);
  const { environment, user } = word;
  const isKnown = environment !== undefined && user !== undefined;
  if (user !== undefined) adoptHostUser(user);
  if (bridge) {
    bridge.noteEnvironment(environment ?? {});
    resumeSessionsBy(() => askForNewerToken(bridge));
    if (!isKnown) await askEverything(bridge, entrance, word);
    obey(bridge, entrance).catch((error: unknown) => console.warn('The host cannot be obeyed.', error));
  } else if (!isKnown) {
    console.warn('The browser says that it belongs to a host, but there is no way to ask the host.');
    // There is nobody else to ask who the fan is, so it is as in a browser.
    if (user === undefined && canResumeSession()) await resumeSession();
  }
}

/** Asks for the fan and the environment at the same time, and shows what came; without an answer a cookie still counts. */
async function askEverything(bridge: HostBridge, { queryClient, texts }: Entrance, word: CookieWord): Promise<void> {
  const [environment, user] = await Promise.all([answered(bridge.getEnvInfo()), answered(bridge.getUserInfo())]);
  adoptHostUser((user === undefined ? word.user : user) ?? null);
  // The texts of the language guessed before are on their way: only once they are there may others replace them.
  await texts;
  if (environment && (await showHostEnvironment(environment))) await fetchAnew(queryClient);
}

/** Commands, those too that came early, act on what is on screen: they wait until it speaks a language. */
async function obey(bridge: HostBridge, { queryClient, texts, hidesHeader }: Entrance): Promise<void> {
  await texts;
  bridge.onCommand(carryOutCommands(queryClient));
  if (hidesHeader && bridge.has('hideHeaderBar')) await answered(bridge.hideHeaderBar());
}
