import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DrawnScreen, ScreenRequest } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CachedResponse, sendReady } from '#/http/response-cache.ts';
import { contentSecurityPolicy, headersOfPageWithPolicy, withPolicy } from '#/http/security-headers.ts';
import { createDrawingThread, type DrawingThread } from './drawing-thread.ts';
import { screenRequestOf, signInScreen } from './screen-request.ts';
import { machineClock } from '#/lib/clock.ts';

/** As old as the ranking's own answer may be. */
const freshMs = 1000;
/** While a newer one is being drawn. The app replaces what is older than its own rules allow. */
const staleMs = 15_000;
/** A reader waits so long for a newer page if there is an older one. */
const patienceForNewerMs = 100;
/** Pages of chosen idols, songs and activities in memory, each with its compressed forms: about 20 MB. Others are few. */
const mostChosen = 200;
/** Strangers can invent any number of ids, and the thread must keep room for the screens that everybody opens. */
const mostChosenAtOnce = 8;

type Page = { readonly answer: CachedResponse<string>; readonly status: number };
/** Without a page when there was nothing to draw, or drawing failed. */
type Drawn = { readonly page: Page | undefined; readonly atMs: number };
type Kept = { drawn: Drawn | undefined; drawing: Promise<Drawn> | undefined };

/**
 * Sends the web app's page with its first screen drawn into it. A page is drawn once a second at most, from the cached
 * answers of the server's own calls, whatever the number of its readers.
 *
 * @returns undefined when there is nothing to draw: the page goes out as it was built
 */
export function firstPages(server: FastifyInstance) {
  const { clock, settings } = server.services;
  const { webDir } = settings;
  const template = join(webDir, 'index.html');
  const threadFile = join(webDir, '.drawing-thread/drawing-thread.js');
  const pages = keptPages();
  const drawnBy = drawnInPlaces();
  let built: { readonly version: string; readonly html: string; readonly thread: DrawingThread } | undefined;
  let latestFailure = '';
  // Signing in must work in wallets' browsers, which a policy in the headers keeps out (docs/decisions/0012-wallet-sign-in.md).
  const signInPolicy = contentSecurityPolicy(settings);
  const signInHeaders = headersOfPageWithPolicy(settings);
  // While the server closes, it takes no calls of the thread.
  server.addHook('preClose', () => built?.thread.stop());

  /** A rebuilt app gets a new thread. The build writes the page before the thread. */
  async function current() {
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

  /** A page that cannot be made is no fault for its reader. The reason is logged once, not for every reader. */
  async function draw(request: ScreenRequest): Promise<Drawn> {
    try {
      const { html, thread } = await current();
      const screen = await drawnBy(thread, request);
      const empty = request.path === signInScreen ? withPolicy(html, signInPolicy) : html;
      const page = screen && pageOf(filled(empty, screen, request), screen.isFound ? 200 : 404);
      return { page, atMs: clock.monotonicMs() };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== latestFailure) server.services.log.warn({ reason }, 'a first page could not be made');
      latestFailure = reason;
      return { page: undefined, atMs: clock.monotonicMs() };
    }
  }

  async function pageFor(request: ScreenRequest): Promise<Page | undefined> {
    const kept = pages.of(request);
    const ageMs = kept.drawn ? clock.monotonicMs() - kept.drawn.atMs : Number.POSITIVE_INFINITY;
    if (ageMs <= freshMs) return kept.drawn?.page;
    const older = ageMs <= staleMs ? kept.drawn : undefined;
    kept.drawing ??= draw(request).finally(() => {
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
    reply
      .headers(wanted.screen.path === signInScreen ? signInHeaders : server.pageHeaders)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8');
    reply.code(page.status);
    return sendReady(request, reply, page.answer, 'accept-language, cookie, user-agent');
  };
}

/** Draws with a thread, whose places for chosen ids are few. */
function drawnInPlaces() {
  let chosenAtOnce = 0;
  return async function drawnBy(thread: DrawingThread, request: ScreenRequest): Promise<DrawnScreen | undefined> {
    if (!request.search) return thread.draw(request);
    if (chosenAtOnce >= mostChosenAtOnce) return undefined;
    chosenAtOnce += 1;
    try {
      return await thread.draw(request);
    } finally {
      chosenAtOnce -= 1;
    }
  };
}

/** The latest pages. Those of chosen ids take no place from the others. */
function keptPages() {
  const [plain, chosen] = [new Map<string, Kept>(), new Map<string, Kept>()];
  return {
    of(request: ScreenRequest): Kept {
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

function pageOf(html: string, status: number): Page {
  const answer = new CachedResponse<string>(html, `W/"${hash('sha256', html, 'base64url').slice(0, 24)}"`);
  return { answer, status };
}

/** As the page writes it by script. Without scripts it is what lets links inside of the page keep the language. */
function languageCookie({ language, reader }: ScreenRequest): string {
  return `lightstick.page=${language}.${reader}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

const languageTags = { en_US: 'en', zh_TW: 'zh-Hant-TW' };

/**
 * The built page with a screen in it, whose pictures go before the scripts (src/boot fetches these). All parts come escaped,
 * and functions put them in, because `$` has a meaning in a replacement text.
 */
function filled(template: string, screen: DrawnScreen, { path, language, reader }: ScreenRequest): string {
  // Also sent at addresses of what only fans have.
  const signIn = path === signInScreen ? ' data-sign-in' : '';
  const answers = `<script type="application/json" id="first-answers">${screen.answers}</script>`;
  const parts: readonly [place: RegExp, part: string][] = [
    [/<html lang="[^"]*"/, `<html lang="${languageTags[language]}" data-screen="${language}.${reader}"${signIn}`],
    [/<title>[^<]*<\/title>\s*<meta\s+name="description"[^>]*>/, screen.head],
    [/<!--screen-->/, `<div class="served">${screen.body}</div>`],
    [/<noscript>Lightstick[^<]*<\/noscript>/, answers],
  ];
  return parts.reduce(
    (html, [place, part]) => {
      if (!place.test(html)) throw new Error(`The built page has no ${place.source} to put its first screen into.`);
      return html.replace(place, () => part);
    },
    template.replaceAll('rel="modulepreload"', 'rel="later"'),
  );
}
