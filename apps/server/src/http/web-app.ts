import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '#/config/settings.ts';
import { errorText, Refusal } from '#/errors.ts';
import { languageOf } from './request-headers.ts';
import { contentSecurityPolicy, headersOfPageWithPolicy } from './security-headers.ts';

/** Files whose name changes with their content, or names its version. */
const immutableFolders = /^[/\\](assets|fonts)[/\\]/;
const immutable = 'public, max-age=31536000, immutable';

/** Paths of calls: whatever is wrong there is answered by the envelope. */
const callPaths = /^\/(wallet|activity|task|content|analytics|operator)\/api(\/|$)|^\/config$/;

/** The one screen that wallets' browsers are opened at. */
const signInPath = /^\/login\/?$/;

/** Paths under which only this server's own files and pages are: what is not there is not a screen of the web app. */
const filePaths =
  /^\/(assets|art|avatars|fan-videos|fonts|locales|docs|dev|healthz|readyz|metrics|openapi\.json)(\/|$)/;

/**
 * Serves the built web app: its files as they are, preferably those compressed at build time, and its page for every
 * address that one of its screens may have. Everything else that is unknown is answered here too.
 */
export async function webApp(server: FastifyInstance): Promise<void> {
  const { webDir } = server.services.settings;
  const isBuilt = existsSync(join(webDir, 'index.html'));
  if (isBuilt) {
    await server.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      dotfiles: 'ignore',
      redirect: false,
      cacheControl: false,
      setHeaders(reply, path) {
        const isImmutable = immutableFolders.test(path.slice(webDir.length));
        reply.headers(server.pageHeaders).header('cache-control', isImmutable ? immutable : 'no-cache');
      },
    });
  } else {
    server.get('/', (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet: run npm run build.\n'),
    );
  }
  const sendSignInPage = signInPage(server.services.settings);
  server.setNotFoundHandler((request, reply) => answerUnknown(request, reply, isBuilt ? sendSignInPage : undefined));
}

type SendSignInPage = ReturnType<typeof signInPage>;

/** @param sendSignInPage - nothing when there is no web app to be served. */
function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  sendSignInPage: SendSignInPage | undefined,
): FastifyReply | Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '/';
  if (callPaths.test(path)) throw new Refusal('NOT_FOUND');
  if (sendSignInPage && isScreen(request, path)) {
    return signInPath.test(path) ? sendSignInPage(request, reply) : reply.sendFile('index.html');
  }
  const language = languageOf(request.headers['accept-language']);
  return reply
    .code(404)
    .headers(request.server.apiHeaders)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${errorText({ reason: 'NOT_FOUND', parameters: {} }, language)}\n`);
}

/** A browser opening an address, not a script or a picture asking for a file: those must not be handed a page. */
function isScreen(request: FastifyRequest, path: string): boolean {
  return (
    request.method === 'GET' &&
    (request.headers.accept ?? '').includes('text/html') &&
    !filePaths.test(path) &&
    !/\.\w+$/.test(path)
  );
}

type Page = { readonly builtAtMs: number; readonly html: string; readonly brotli: Buffer; readonly etag: string };

/**
 * Serves the web app's page with its content security policy inside instead of in a header, for the one screen that has
 * to work in wallets' browsers: see docs/decisions/0012-wallet-sign-in.md. A page that was built anew is read anew.
 */
function signInPage(settings: Settings) {
  const file = join(settings.webDir, 'index.html');
  const headers = headersOfPageWithPolicy(settings);
  const policy = contentSecurityPolicy(settings);
  let page: Page | undefined;

  return async function sendSignInPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { mtimeMs } = await stat(file);
    if (page?.builtAtMs !== mtimeMs) page = await pageOf(withPolicy(await readFile(file, 'utf8'), policy), mtimeMs);
    const { html, brotli, etag } = page;
    reply.headers({ ...headers, 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('text/html; charset=utf-8');
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    return takesBrotli ? reply.header('content-encoding', 'br').send(brotli) : reply.send(html);
  };
}

const compress = promisify(brotliCompress);

async function pageOf(html: string, builtAtMs: number): Promise<Page> {
  return { builtAtMs, html, brotli: await compress(html), etag: `"${hash('sha256', html, 'base64url')}"` };
}

/** A policy holds for what comes after it, so it stands first but for the charset, which browsers look for early on. */
function withPolicy(html: string, policy: string): string {
  const start = /<head>(?:\s*<meta charset="[^"]*"[^>]*>)?/;
  if (!start.test(html)) throw new Error('The page has no head to put its policy into');
  const content = policy.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(
    start,
    (head) => `${head}\n    <meta http-equiv="Content-Security-Policy" content="${content}" />`,
  );
}
