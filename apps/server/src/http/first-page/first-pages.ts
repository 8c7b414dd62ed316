import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DrawnScreen, type ScreenRequest, type Language, languageOfTag, screenRoutes } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseCookie } from 'cookie';
import type { Brand } from '#/config/brand.ts';
import { allowStyle, brandOfPage, brandPage, headersWithStyle } from '#/http/branded-page.ts';
import { CachedResponse, sendReady } from '#/http/response-cache.ts';
import { contentSecurityPolicy, headersOfPageWithPolicy, withPolicy } from '#/http/security-headers.ts';
import { createDrawingThread, type DrawingThread } from './drawing-thread.ts';
import { machineClock } from '#/lib/clock.ts';
import { languageOf } from '../request-headers.ts';

/** The greatest age, which is that of the ranking's own answer. */
const freshMs = 1000;
/**
 * The time for which a page serves while a newer one is being drawn. The app replaces what is older than its own rules
 * allow.
 */
const staleMs = 15_000;
/** A reader waits so long for a newer page if there is an older one. */
const patienceForNewerMs = 100;
/** Pages of chosen idols, songs and activities in memory, each with its compressed forms: about 20 MB. Others are few. */
const mostChosen = 200;
/** Strangers can invent any number of ids, and the thread must keep room for the screens that everybody opens. */
const mostChosenAtOnce = 8;

type FirstPage = {
  readonly answer: CachedResponse<string>;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
};
/** A drawing, without a page when there was nothing to draw, or drawing failed. */
type DrawnPage = { readonly page: FirstPage | undefined; readonly atMs: number };
type KeptPage = { drawn: DrawnPage | undefined; drawing: Promise<DrawnPage> | undefined };

/**
 * Sends the web app's page with its first screen drawn into it. A page is drawn once a second at most, from the cached
 * answers of the server's own calls, for any number of readers.
 *
 * @returns undefined when there is nothing to draw: the page goes out as it was built
 */
export function firstPages(server: FastifyInstance) {
  const { brand: currentBrand, clock, settings } = server.services;
  const { webDir } = settings;
  const template = join(webDir, 'index.html');
  const threadFile = join(webDir, '.drawing-thread/drawing-thread.js');
  const pages = createPageCache();
  const drawnBy = limitDrawing();
  let built: { readonly version: string; readonly html: string; readonly thread: DrawingThread } | undefined;
  let latestFailure = '';
  // Signing in must work in wallets' browsers, which a policy in the headers keeps out (docs/decisions/0012-wallet-sign-in.md).
  const signInPolicy = contentSecurityPolicy(settings);
  const signInHeaders = headersOfPageWithPolicy(settings);
  // While the server closes, it takes no calls of the thread.
  server.addHook('preClose', () => built?.thread.stop());

  /**
   * Returns the thread of the built app; a rebuilt one gets a new thread. The build writes the page before the thread.
   */
  async function loadBuilt() {
    const versions = await Promise.all([template, threadFile].map(async (file) => (await stat(file)).mtimeMs));
    const version = versions.join(' ');
    if (built?.version === version) return built;
    const html = await readFile(template, 'utf8');
    const older = built?.thread;
    built = { version, html, thread: createDrawingThread(server, threadFile) };
    latestFailure = '';
    pages.clear();
    await older?.stop();
    return built;
  }

  /**
   * Draws a page. A page that cannot be made is no fault for its reader; the reason is logged once, not for every
   * reader.
   */
  async function draw(request: ScreenRequest, brand: Brand): Promise<DrawnPage> {
    try {
      const { html, thread } = await loadBuilt();
      const screen = await drawnBy(thread, request, brandOfPage(brand));
      const isSignIn = request.path === signInScreen;
      const branded = brandPage(html, brand);
      const empty = isSignIn ? withPolicy(branded, allowStyle(signInPolicy, brand)) : branded;
      const headers = headersWithStyle(isSignIn ? signInHeaders : server.pageHeaders, brand);
      const page = screen && pageOf(fillPage(empty, screen, request), screen.isFound ? 200 : 404, headers);
      return { page, atMs: clock.monotonicMs() };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== latestFailure) server.services.log.warn({ reason }, 'a first page could not be made');
      latestFailure = reason;
      return { page: undefined, atMs: clock.monotonicMs() };
    }
  }

  async function pageFor(request: ScreenRequest): Promise<FirstPage | undefined> {
    const brand = await currentBrand();
    const kept = pages.of(request, brand);
    const ageMs = kept.drawn ? clock.monotonicMs() - kept.drawn.atMs : Number.POSITIVE_INFINITY;
    if (ageMs <= freshMs) return kept.drawn?.page;
    const older = ageMs <= staleMs ? kept.drawn : undefined;
    kept.drawing ??= draw(request, brand).finally(() => {
      kept.drawing = undefined;
    });
    const drawing = kept.drawing.then((drawn) => (kept.drawn = drawn));
    const latest = machineClock
      .sleep(older ? patienceForNewerMs : settings.drawingPatienceMs, { ref: false })
      .then(() => older);
    return (await Promise.race([drawing, latest]))?.page;
  }

  return async function sendFirstPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { cookie, 'user-agent': userAgent, 'accept-language': acceptLanguage } = request.headers;
    const reading = { url: request.url, cookie, userAgent, acceptLanguage };
    const wanted = existsSync(threadFile) ? screenRequestOf(reading) : undefined;
    const page = wanted && (await pageFor(wanted.screen));
    if (!page) return undefined;
    if (wanted.isLanguageNew) reply.header('set-cookie', languageCookie(wanted.screen));
    reply.headers(page.headers).header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    reply.code(page.status);
    return sendReady(request, reply, page.answer, 'accept-language, cookie, user-agent');
  };
}

/** Draws with a thread, whose places for chosen ids are few. */
function limitDrawing() {
  let chosenAtOnce = 0;
  return async function drawnBy(
    thread: DrawingThread,
    request: ScreenRequest,
    brand: string,
  ): Promise<DrawnScreen | undefined> {
    if (!request.search) return thread.draw(request, brand);
    if (chosenAtOnce >= mostChosenAtOnce) return undefined;
    chosenAtOnce += 1;
    try {
      return await thread.draw(request, brand);
    } finally {
      chosenAtOnce -= 1;
    }
  };
}

/** Keeps the latest pages under one brand. Those of chosen ids take no place from the others. */
function createPageCache() {
  const [plain, chosen] = [new Map<string, KeptPage>(), new Map<string, KeptPage>()];
  let drawnUnder: Brand | undefined;
  return {
    of(request: ScreenRequest, brand: Brand): KeptPage {
      if (drawnUnder !== brand) this.clear();
      drawnUnder = brand;
      const key = Object.values(request).join(' ');
      const those = request.search ? chosen : plain;
      const kept = those.get(key) ?? { drawn: undefined, drawing: undefined };
      // The least recently used page is the first to go.
      those.delete(key);
      those.set(key, kept);
      if (chosen.size > mostChosen) chosen.delete(chosen.keys().next().value ?? '');
      return kept;
    },
    clear() {
      plain.clear();
      chosen.clear();
    },
  };
}

function pageOf(html: string, status: number, headers: FirstPage['headers']): FirstPage {
  const answer = new CachedResponse<string>(html, `W/"${hash('sha256', html, 'base64url').slice(0, 24)}"`);
  return { answer, status, headers };
}

/**
 * Writes the language cookie as the page does by script. Without scripts it lets links inside of the page keep the
 * language.
 */
function languageCookie({ language, reader }: ScreenRequest): string {
  return `lightstick.page=${language}.${reader}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

const languageTags = { en_US: 'en', zh_TW: 'zh-Hant-TW' };

/**
 * Fills a screen into the built page, whose pictures go before the scripts (src/boot fetches these). All parts come
 * escaped, and functions put them in, because `$` has a meaning in a replacement text.
 */
function fillPage(template: string, screen: DrawnScreen, { path, language, reader }: ScreenRequest): string {
  // Also sent at addresses of what only fans have.
  const signIn = path === signInScreen ? ' data-sign-in' : '';
  const answers = `<script type="application/json" id="first-answers">${screen.answers}</script>`;
  const parts: readonly [place: RegExp, part: string][] = [
    [/<html\s+lang="[^"]*"/, `<html lang="${languageTags[language]}" data-screen="${language}.${reader}"${signIn}`],
    [/<title>[^<]*<\/title>\s*<meta\s+name="description"[^>]*>/, screen.head],
    // Before the screen, which may have such an element too.
    [/<noscript>[^<]*<\/noscript>/, answers],
    [/<div id="banners">/, `<div id="banners">${screen.above}`],
    [/<!--screen-->/, `<div class="served">${screen.body}</div>`],
  ];
  return parts.reduce(
    (html, [place, part]) => {
      if (!place.test(html)) throw new Error(`The built page has no ${place.source} to put its first screen into.`);
      return html.replace(place, () => part);
    },
    template.replaceAll('rel="modulepreload"', 'rel="later"'),
  );
}

/** The parameters that choose what a screen is about. */
const choosing = ['activityId', 'idolId', 'songId', 'team'];
/** Those that change nothing on a first screen: marks of where a link was, an open sheet, an invitation. */
const harmless = /^(?:utm_\w+|fbclid|gclid|vote|num|inviteCode|platform|lang)$/;
/** Ids are shorter; longer ones would only fill the memory. */
const longestValue = 64;

/** The screen of signing in. */
const signInScreen = '/login';
/** Screens of visitors alone. */
const waysIn: readonly string[] = [signInScreen, '/forgot-password'];
const screens = new Set<string>([...screenRoutes, ...waysIn]);
/** What only a fan has: a visitor gets the screen of signing in. `/my-data` has a part for all. */
const fansOwn = /^\/(?:me$|my-(?!data$)|notifications$|support-record$)/;

type WantedPage = {
  readonly screen: ScreenRequest;
  /** The address asks for another language than the reader's last page had. */
  readonly isLanguageNew: boolean;
};

type PageReader = {
  readonly url: string;
  readonly cookie: string | undefined;
  readonly userAgent: string | undefined;
  readonly acceptLanguage: string | undefined;
};

/**
 * Returns what to draw for an address, and for which reader. Undefined for an address without a screen, and for one
 * whose parameters change what the screen shows first.
 */
function screenRequestOf({ url, cookie = '', userAgent = '', acceptLanguage }: PageReader): WantedPage | undefined {
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
      // The browser's wish counts on the first visit alone, and outside of a host (docs/decisions/0054-language-and-theme.md).
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

/** Parses a host's cookie about itself, of any shape. */
function environmentOf(value: string | undefined): { readonly languageType?: unknown } | undefined {
  if (value === undefined) return undefined;
  try {
    const environment: unknown = JSON.parse(value);
    return typeof environment === 'object' && environment !== null ? environment : {};
  } catch {
    return {};
  }
}
