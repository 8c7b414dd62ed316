import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
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
  let rendered: { readonly text: string; readonly etag: string } | undefined;
  server.get(url, (request: FastifyRequest, reply: FastifyReply) => {
    rendered ??= withTag(render());
    const { text, etag } = rendered;
    reply.headers(server.pageHeaders).header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.header('content-type', contentType).send(text);
  });
}

function withTag(text: string) {
  return { text, etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
}
