import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '#/config.ts';
import { contentSecurityPolicy, headersOfPageWithPolicy } from './security-headers.ts';

type Page = { readonly builtAtMs: number; readonly html: string; readonly brotli: Buffer; readonly etag: string };

/**
 * Serves the web app's page with its content security policy inside instead of in a header, for the one screen that has
 * to work in wallets' browsers: see docs/decisions/0012-wallet-sign-in.md. A page that was built anew is read anew.
 */
export function signInPage(settings: Settings) {
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
