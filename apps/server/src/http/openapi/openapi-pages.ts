import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { CachedResponse, sendReady } from '#/http/response-cache.ts';
import { openApiDocument } from './document.ts';
import { referencePage, referenceStyle } from './reference-page.ts';
import product from '../../../package.json' with { type: 'json' };

/**
 * Serves the contract for machines at /openapi.json and for people at /docs. Each is rendered once, when it is first asked
 * for: the document takes longer than the rest of building the server.
 */
export function openApiPages(server: FastifyInstance): void {
  const render = () => openApiDocument(server.services.settings.publicUrl, product.version);
  serveText(server, '/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(render()));
  serveText(server, '/docs', 'text/html; charset=utf-8', () => referencePage(render()));
  serveText(server, '/docs/style.css', 'text/css; charset=utf-8', () => referenceStyle);
}

function serveText(server: FastifyInstance, url: string, contentType: string, render: () => string): void {
  let rendered: CachedResponse<string> | undefined;
  server.get(url, { config: { rate: 'document' } }, (request, reply) => {
    rendered ??= withTag(render());
    reply.headers(server.pageHeaders).header('cache-control', 'no-cache').header('content-type', contentType);
    return sendReady(request, reply, rendered);
  });
}

function withTag(text: string): CachedResponse<string> {
  return new CachedResponse(text, `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`);
}
