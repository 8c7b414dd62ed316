import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { contract } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorText, Refusal } from '#/errors.ts';
import { type Brand, pictureAddress } from '#/config/brand.ts';
import { allowStyle, brandPage, headersWithStyle, manifestOf } from './branded-page.ts';
import { firstPages } from './first-page/first-pages.ts';
import { languageOf } from './request-headers.ts';
import { CachedResponse, sendReady } from './response-cache.ts';
import { contentSecurityPolicy, headersOfPageWithPolicy, studioHeaders, withPolicy } from './security-headers.ts';

/** Files whose name changes with their content or names its version. */
const immutableFolders = /^[/\\](assets|fonts)[/\\]/;
const immutable = 'public, max-age=31536000, immutable';

/** The prefixes of calls, such as `/wallet/api`: their errors use the envelope. */
const callPrefixes = [...new Set(Object.keys(contract).flatMap((route) => /\/\w+(?:\/api)?/.exec(route)?.[0] ?? []))];
const isBelowCalls = (path: string) => callPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

/** The one screen that opens in wallets' browsers. */
const signInPath = /^\/login\/?$/;

/** The one page that uses camera and microphone, and encodes. */
const studioPath = /^\/live\/studio\/?$/;

/** Paths with files and pages of this server only; unknown ones are no screen of the web app. */
const filePaths =
  /^\/(assets|art|avatars|brand|fan-videos|fonts|live\/v1|locales|docs|dev|healthz|readyz|metrics|openapi\.json)(\/|$)/;

/**
 * Serves the built web app: its files, preferably those compressed at build time, and its page for every address that may
 * be a screen. It also answers every other unknown address.
 */
export async function webApp(server: FastifyInstance): Promise<void> {
  const { settings } = server.services;
  const { webDir } = settings;
  const ofStudio = studioHeaders(settings);
  const isBuilt = existsSync(join(webDir, 'index.html'));
  const sendBuiltPage = builtPages(server);
  const sendFirstPage = firstPages(server);

  async function sendScreen(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const firstPage = await sendFirstPage(request, reply);
    if (firstPage) return firstPage;
    return sendBuiltPage(request, reply);
  }

  if (isBuilt) {
    await server.register(fastifyStatic, {
      root: webDir,
      // Its own route reads the folders of every file anew, to find aliases on disks that ignore case.
      serve: false,
      preCompressed: true,
      dotfiles: 'ignore',
      redirect: false,
      cacheControl: false,
      // The page of `/` has its first screen drawn into it.
      index: false,
      // Nothing asks for parts of scripts, fonts or texts.
      acceptRanges: false,
      setHeaders(reply, path) {
        const isImmutable = immutableFolders.test(path.slice(webDir.length));
        const headers = studioPath.test(pathOf(reply.request)) ? ofStudio : server.pageHeaders;
        reply.headers(headers).header('cache-control', isImmutable ? immutable : 'no-cache');
      },
    });
    server.route<{ Params: { readonly '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/*',
      config: { rate: 'file' },
      handler(request, reply) {
        const path = pathOf(request);
        if (oddPaths.test(path)) throw new Refusal('NOT_FOUND');
        // A look for a file first would answer each screen twice, and add listeners to its response each time.
        if (!isBelowCalls(path) && isScreen(request, path)) return sendScreen(request, reply);
        return reply.sendFile(`/${request.params['*']}`);
      },
    });
  } else {
    server.get('/', { config: { rate: 'file' } }, (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet: run npm run build.\n'),
    );
  }
  if (isBuilt) {
    server.route({ method: ['GET', 'HEAD'], url: '/', config: { rate: 'file' }, handler: sendScreen });
    serveBrandFiles(server);
  }
  server.setNotFoundHandler((request, reply) => answerUnknown(request, reply, isBuilt ? sendScreen : undefined));
}

/** Empty and dotted segments, and escaped separators: no file or screen has them, only attempts to leave the folder do. */
const oddPaths = /\/\/|\/\.\.?(?:\/|$)|\\|%(?:00|2f|5c)/i;

type SendScreen = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}

/** @param sendScreen undefined without a web app */
function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  sendScreen: SendScreen | undefined,
): FastifyReply | Promise<FastifyReply> {
  const path = pathOf(request);
  if (isBelowCalls(path)) throw new Refusal('NOT_FOUND');
  if (sendScreen && isScreen(request, path)) return sendScreen(request, reply);
  const language = languageOf(request.headers['accept-language']);
  return reply
    .code(404)
    .headers(request.server.apiHeaders)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${errorText({ reason: 'NOT_FOUND', parameters: {} }, language)}\n`);
}

/** Returns whether a browser opens an address. Scripts and pictures that request a missing file must not get a page. */
function isScreen(request: FastifyRequest, path: string): boolean {
  return (
    request.method === 'GET' &&
    (request.headers.accept ?? '').includes('text/html') &&
    !filePaths.test(path) &&
    !/\.\w+$/.test(path)
  );
}

type BuiltPage = { readonly builtAtMs: number; readonly brand: Brand; readonly answer: CachedResponse<string> };
type PageKind = 'signIn' | 'studio' | 'usual';

function kindOf(request: FastifyRequest): PageKind {
  const path = pathOf(request);
  return signInPath.test(path) ? 'signIn' : studioPath.test(path) ? 'studio' : 'usual';
}

/**
 * Sends the web app's page as it was built, under the brand. That of signing in has its content security policy in the
 * page instead of a header, because it must work in wallets' browsers (docs/decisions/0012-wallet-sign-in.md).
 */
function builtPages(server: FastifyInstance) {
  const { settings, brand: currentBrand } = server.services;
  const file = join(settings.webDir, 'index.html');
  const headers = {
    signIn: headersOfPageWithPolicy(settings),
    studio: studioHeaders(settings),
    usual: server.pageHeaders,
  };
  const policy = contentSecurityPolicy(settings);
  const pages = new Map<PageKind, BuiltPage>();

  async function readPage(kind: PageKind, brand: Brand): Promise<string> {
    const html = brandPage(await readFile(file, 'utf8'), brand);
    return kind === 'signIn' ? withPolicy(html, allowStyle(policy, brand)) : html;
  }

  return async function sendBuiltPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [{ mtimeMs }, brand] = await Promise.all([stat(file), currentBrand()]);
    const kind = kindOf(request);
    // The build has compressed it already.
    if (kind !== 'signIn' && !brand.isOwn) return reply.sendFile('index.html');
    const known = pages.get(kind);
    const isLatest = known?.builtAtMs === mtimeMs && known.brand === brand;
    const page = isLatest ? known : pageOf(await readPage(kind, brand), { builtAtMs: mtimeMs, brand });
    pages.set(kind, page);
    reply
      .headers({ ...headersWithStyle(headers[kind], brand), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8');
    return sendReady(request, reply, page.answer);
  };
}

function pageOf(html: string, of: Pick<BuiltPage, 'builtAtMs' | 'brand'>): BuiltPage {
  return { ...of, answer: new CachedResponse(html, `W/"${hash('sha256', html, 'base64url').slice(0, 24)}"`) };
}

/** Serves what browsers and systems ask for at an address of their own, under the brand of an organiser. */
function serveBrandFiles(server: FastifyInstance): void {
  const { brand: currentBrand } = server.services;
  server.get('/manifest.webmanifest', { config: { rate: 'file' } }, async (request, reply) => {
    const brand = await currentBrand();
    if (!brand.isOwn) return reply.sendFile('manifest.webmanifest');
    return reply
      .headers(server.pageHeaders)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .type('application/manifest+json')
      .send(manifestOf(brand, languageOf(request.headers['accept-language'])));
  });
  for (const [address, picture] of [
    ['/icon.svg', 'mark.svg'],
    ['/apple-touch-icon.png', 'apple-touch-icon.png'],
  ] as const) {
    server.get(address, { config: { rate: 'file' } }, async (_request, reply) => {
      const brand = await currentBrand();
      const place = brand.isOwn ? pictureAddress(brand, picture) : undefined;
      return place === undefined
        ? reply.sendFile(address)
        : reply.header('cache-control', 'no-cache').redirect(place, 302);
    });
  }
}
