import type { QueryClient } from '@tanstack/react-query';
import { refetchInLanguage } from '#/app/refetch-in-language.ts';
import type { BootWindow, BootResult } from '#/boot/boot-result.ts';
import { chooseTheme, type Language, environment as shown } from '#/lib/environment.ts';
import { keepHostHeaderHidden } from '#/lib/host/go-back.ts';
import type { HostBridge } from '#/lib/host/bridge.ts';
import {
  type HostCommand,
  type HostUser,
  type HostEnvironment,
  parseEnvironment,
  parseUser,
} from '#/lib/host/payloads.ts';
import { theHost } from '#/lib/host/the-host.ts';
import { showLanguage } from '#/lib/i18n/show-language.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { releasePage } from '#/lib/session/page-account.ts';
import { adoptHostUser } from '#/lib/session/adopt-host-user.ts';
import {
  canResumeSession,
  resumeSession,
  resumeSessionsBy,
  currentSession,
  type Resumption,
} from '#/lib/session/session.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

type Entrance = {
  readonly queryClient: QueryClient;
  /** Resolves when the texts of the interface are there. */
  readonly texts: Promise<void>;
  /** Whether the host's link asks for the whole screen. */
  readonly hidesHeader: boolean;
};

/**
 * Starts inside a host and then follows its commands. Resolves when fan and environment are known, from cookies or the
 * host's response; after a timeout the fan is anonymous.
 */
export async function enterHost(entrance: Entrance, bridge: HostBridge | undefined = theHost()): Promise<void> {
  const word = readHostCookies((globalThis as BootWindow).lightstickBoot?.cookies);
  const { environment, user } = word;
  releasePage();
  if (entrance.hidesHeader) keepHostHeaderHidden();
  const isKnown = environment !== undefined && user !== undefined;
  if (user !== undefined) adoptHostUser(user);
  if (bridge) {
    bridge.noteEnvironment(environment ?? {});
    resumeSessionsBy(() => askForNewerToken(bridge));
    if (!isKnown) await askEverything(bridge, entrance, word);
    obey(bridge, entrance).catch((error: unknown) => console.warn('The host cannot be obeyed.', error));
  } else if (!isKnown) {
    console.warn('The browser says that it belongs to a host, but there is no way to ask the host.');
    // Without another source of the user the page acts as in a browser.
    if (user === undefined && canResumeSession()) await resumeSession();
  }
}

/** Requests the fan and the environment in parallel and applies both. Without an answer the cookie applies. */
async function askEverything(bridge: HostBridge, { queryClient, texts }: Entrance, word: CookieWord): Promise<void> {
  const [environment, user] = await Promise.all([
    resolveOrLog(bridge.getEnvInfo()),
    resolveOrLog(bridge.getUserInfo()),
  ]);
  adoptHostUser((user === undefined ? word.user : user) ?? null);
  // The texts of the guessed language are still loading; another language may replace them only afterwards.
  await texts;
  if (environment && (await showHostEnvironment(environment))) await refetchInLanguage(queryClient);
}

/** Host commands, early ones included, act on the screen, so they wait until it has its language. */
async function obey(bridge: HostBridge, { queryClient, texts, hidesHeader }: Entrance): Promise<void> {
  await texts;
  bridge.onCommand(carryOutCommands(queryClient));
  if (hidesHeader && bridge.has('hideHeaderBar')) await resolveOrLog(bridge.hideHeaderBar());
}

/** Returns the host's answer, or undefined: a failure is logged, and the app continues without it. */
async function resolveOrLog<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    console.warn('The host did not do what it was asked.', error);
    return undefined;
  }
}

/**
 * Asks the host for its fan again, because the server rejects the former token. Only the host can end the session: without
 * its answer the fan stays signed in, and the next call asks again.
 */
export async function askForNewerToken(bridge: HostBridge): Promise<Resumption> {
  // The token came by the cookie, and a host that cannot be asked for its fan will never give another one.
  if (!bridge.has('getUserInfo')) return 'refused';
  const before = currentSession();
  const user = await resolveOrLog(bridge.getUserInfo());
  if (user === undefined) return 'unreachable';
  if (user === null || user.token === before?.token) return 'refused';
  adoptHostUser(user);
  if (user.accountId === before?.userInfo.accountId) return 'resumed';
  // Another fan begins with a fresh page, which is being loaded; this one's calls end with it.
  return new Promise<never>(() => undefined);
}

/** Executes the host's commands; created once per page. */
export function carryOutCommands(queryClient: QueryClient): (command: HostCommand) => void {
  return ({ command, params }) => {
    if (command === 'changeTheme') chooseTheme(params.theme);
    if (command === 'refreshData') refreshData(queryClient);
    if (command === 'changeLanguage') void changeLanguage(queryClient, params.languageType);
  };
}

async function changeLanguage(queryClient: QueryClient, languageType: Language): Promise<void> {
  try {
    await showLanguage(languageType);
    // An early command may change the language before the app's language effect is loaded.
    await refetchInLanguage(queryClient);
  } catch (error) {
    console.warn('The texts could not be fetched.', error);
    showToast({ kind: 'error', title: text('failure.title'), detail: text('failure.network') });
  }
}

/**
 * Fetches again the fan's assets, profile and linked accounts wherever they are shown, and all that is on screen
 * now.
 */
function refreshData(queryClient: QueryClient): void {
  for (const queryKey of [queryKeys.assets, queryKeys.profile, queryKeys.mediaInfo])
    void queryClient.invalidateQueries({ queryKey });
  void queryClient.invalidateQueries({ type: 'active' });
}

/** The host's cookies, which it provided before the page could ask. */
type CookieWord = {
  /** Undefined without a readable cookie. */
  readonly environment: HostEnvironment | undefined;
  /** Null means signed out; undefined as above. */
  readonly user: HostUser | null | undefined;
};

/** Reads the host's cookies. JSON of the wrong shape counts as missing, so that the host is asked. */
export function readHostCookies(cookies: Partial<BootResult['cookies']> = {}): CookieWord {
  return {
    environment: parseEnvironment(cookies.environment),
    user: cookies.user === undefined ? undefined : parseUser(cookies.user),
  };
}

/**
 * Applies the host's appearance, which overrides the fan's earlier choice. True when the language changed, so that
 * prefetched data is outdated.
 */
async function showHostEnvironment(environment: HostEnvironment): Promise<boolean> {
  const { theme, languageType, statusBarHeight } = environment;
  if (theme) chooseTheme(theme);
  if (statusBarHeight !== undefined)
    document.documentElement.style.setProperty('--host-status-bar', `${statusBarHeight}px`);
  if (!languageType || languageType === shown().languageType) return false;
  await resolveOrLog(showLanguage(languageType));
  return shown().languageType === languageType;
}
