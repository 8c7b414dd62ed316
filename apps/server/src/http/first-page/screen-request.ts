import { type Language, languageOfTag, type ScreenRequest, screenRoutes } from '@lightstick/contract';
import { parseCookie } from 'cookie';
import { languageOf } from '../request-headers.ts';

/** The parameters that choose what a screen is about. */
const choosing = ['activityId', 'idolId', 'songId', 'team'];
/** Those that change nothing on a first screen: marks of where a link was, an open sheet, an invitation. */
const harmless = /^(?:utm_\w+|fbclid|gclid|vote|num|inviteCode|platform|lang)$/;
/** Ids are shorter; longer ones would only fill the memory. */
const longestValue = 64;

/** The screen of signing in. */
export const signInScreen = '/login';
/** Screens of visitors alone. */
const waysIn: readonly string[] = [signInScreen, '/forgot-password'];
const screens = new Set<string>([...screenRoutes, ...waysIn]);
/** What only a fan has: a visitor gets the screen of signing in. `/my-data` has a part for all. */
const fansOwn = /^\/(?:me$|my-(?!data$)|notifications$|support-record$)/;

type Wanted = {
  readonly screen: ScreenRequest;
  /** The address asks for another language than the reader's last page had. */
  readonly isLanguageNew: boolean;
};

type Reading = {
  readonly url: string;
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  readonly acceptLanguage: string | undefined;
};

/**
 * What to draw for an address, and for which reader. Undefined for an address without a screen, and for one whose
 * parameters have a say in what the screen shows first.
 */
export function screenRequestOf({ url, cookie = '', userAgent = '', acceptLanguage }: Reading): Wanted | undefined {
  const [address = '/', ...rest] = url.split('?');
  const query = rest.join('?');
  const path = address.replace(/(.)\/$/, '$1');
  if (!screens.has(path)) return undefined;
  const chosen = new URLSearchParams();
  const given = new URLSearchParams(query);
  for (const [name, value] of given) {
    // Where a fan goes after signing in changes nothing before.
    if (waysIn.includes(path) && name === 'next') continue;
    // As the app reads a parameter that is given twice.
    if (choosing.includes(name) && value.length <= longestValue) chosen.set(name, chosen.get(name) ?? value);
    else if (!harmless.test(name)) return undefined;
  }
  const cookies = parseCookie(cookie);
  const host = environmentOf(cookies['getEnvInfo']);
  // Written by the page itself, for the next one: `zh_TW.fan`.
  const [language, reader] = (cookies['lightstick.page'] ?? '').split('.');
  const isInHost = host !== undefined || /\biOS[-_ ]?SDK\b/i.test(userAgent) || given.get('platform') === 'app';
  const named = given.get('lang');
  const who = isInHost ? 'host' : reader === 'fan' ? 'fan' : 'visitor';
  // A fan is signed in already, and a host signs its fans in itself.
  if (waysIn.includes(path) && who !== 'visitor') return undefined;
  const isSignIn = path === signInScreen || (who === 'visitor' && fansOwn.test(path));
  // After signing in the app leads back to the path alone, so an address that chooses more is left to it.
  if (isSignIn && chosen.size > 0) return undefined;
  chosen.sort();
  return {
    screen: {
      path: isSignIn ? signInScreen : path,
      search: chosen.size > 0 ? `?${chosen.toString()}` : '',
      // The browser's own wish counts on the first visit alone, and outside of a host (docs/decisions/0054-language-and-theme.md).
      language:
        languageOfTag(host?.languageType) ??
        [named, language].find(isLanguage) ??
        (isInHost ? 'en_US' : languageOf(acceptLanguage)),
      reader: who,
    },
    isLanguageNew: !isInHost && isLanguage(named) && named !== language,
  };
}

function isLanguage(value: unknown): value is Language {
  return value === 'en_US' || value === 'zh_TW';
}

/** A host's cookie about itself, of any shape. */
function environmentOf(value: string | undefined): { readonly languageType?: unknown } | undefined {
  if (value === undefined) return undefined;
  try {
    const environment: unknown = JSON.parse(value);
    return typeof environment === 'object' && environment !== null ? environment : {};
  } catch {
    return {};
  }
}
