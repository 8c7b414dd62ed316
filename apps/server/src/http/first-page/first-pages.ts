import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DrawnScreen, ScreenRequest } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CachedResponse } from '#/http/response-cache.ts';
import { createDrawingThread, type DrawingThread } from './drawing-thread.ts';
import { screenRequestOf } from './screen-request.ts';

/** As old as the ranking's own answer may be. */
const freshMs = 1000;
/** While a newer one is being drawn. The app replaces what is older than its own rules allow. */
const staleMs = 15_000;
/** A reader waits so long for a newer page if there is an older one, and if there is none. */
const patienceMs = { withOlder: 100, without: 1500 };
/** Pages in memory, each with its compressed forms: about 20 MB. */
const mostPages = 200;

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
  const { webDir } = server.services.settings;
  const template = join(webDir, 'index.html');
  const threadFile = join(webDir, '.drawing-thread/drawing-thread.js');
  const pages = new Map<string, Kept>();
  let built: { readonly builtAtMs: number; readonly html: string; readonly thread: DrawingThread } | undefined;
  server.addHook('onClose', () => built?.thread.stop());

  /** A rebuilt app gets a new thread. */
  async function current() {
    const { mtimeMs } = await stat(template);
    if (built?.builtAtMs === mtimeMs) return built;
    const html = await readFile(template, 'utf8');
    const older = built?.thread;
    built = { builtAtMs: mtimeMs, html, thread: createDrawingThread(server, threadFile) };
    pages.clear();
    await older?.stop();
    return built;
  }

  async function draw(request: ScreenRequest): Promise<Drawn> {
    const { html, thread } = await current();
    const screen = await thread.draw(request);
    const page = screen && pageOf(filled(html, screen, request), screen.isFound ? 200 : 404);
    return { page, atMs: performance.now() };
  }

  function keptFor(request: ScreenRequest): Kept {
    const key = Object.values(request).join(' ');
    const kept = pages.get(key) ?? { drawn: undefined, drawing: undefined };
    // The least recently used page is the first to go.
    pages.delete(key);
    pages.set(key, kept);
    if (pages.size > mostPages) pages.delete(pages.keys().next().value ?? '');
    return kept;
  }

  async function pageFor(request: ScreenRequest): Promise<Page | undefined> {
    const kept = keptFor(request);
    const ageMs = kept.drawn ? performance.now() - kept.drawn.atMs : Number.POSITIVE_INFINITY;
    if (ageMs <= freshMs) return kept.drawn?.page;
    const older = ageMs <= staleMs ? kept.drawn : undefined;
    kept.drawing ??= draw(request).finally(() => {
      kept.drawing = undefined;
    });
    const drawing = kept.drawing.then((drawn) => (kept.drawn = drawn));
    const latest = pause(older ? patienceMs.withOlder : patienceMs.without, older, { ref: false });
    return (await Promise.race([drawing, latest]))?.page;
  }

  return async function sendFirstPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { cookie, 'user-agent': userAgent } = request.headers;
    const wanted = existsSync(threadFile) ? screenRequestOf({ url: request.url, cookie, userAgent }) : undefined;
    const page = wanted && (await pageFor(wanted));
    if (!page) return undefined;
    reply.headers(server.pageHeaders).header('cache-control', 'no-cache').header('etag', page.answer.etag);
    reply.header('vary', 'accept-encoding, cookie, user-agent');
    if (request.headers['if-none-match'] === page.answer.etag) return reply.code(304).send();
    const { encoding, bytes } = page.answer.bytesFor(request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.code(page.status).type('text/html; charset=utf-8').send(bytes);
  };
}

function pageOf(html: string, status: number): Page {
  const answer = new CachedResponse<string>(html, `W/"${hash('sha256', html, 'base64url').slice(0, 24)}"`);
  return { answer, status };
}

const languageTags = { en_US: 'en', zh_TW: 'zh-Hant-TW' };

/**
 * The built page with a screen in it, whose pictures go before the scripts (src/boot fetches these). All parts come escaped,
 * and functions put them in, because `$` has a meaning in a replacement text.
 */
function filled(template: string, screen: DrawnScreen, { language, reader }: ScreenRequest): string {
  const answers = `<script type="application/json" id="first-answers">${screen.answers}</script>`;
  const parts: readonly [place: RegExp, part: string][] = [
    [/<html lang="[^"]*"/, `<html lang="${languageTags[language]}" data-screen="${language}.${reader}"`],
    [/<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/, screen.head],
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
