import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorText } from '#/error-text.ts';
import { Refusal } from '#/errors.ts';
import { languageOf } from './language.ts';
import { signInPage } from './sign-in-page.ts';

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
