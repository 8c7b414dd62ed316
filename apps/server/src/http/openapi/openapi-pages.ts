import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { openApiDocument } from './document.ts';
import { referencePage, referenceStyle } from './reference-page.ts';
import product from '../../../package.json' with { type: 'json' };

/** Serves the contract for machines at /openapi.json and for people at /docs. Both are rendered once, at the start. */
export function openApiPages(server: FastifyInstance): void {
  const document = openApiDocument(server.services.settings.publicUrl, product.version);
  serveText(server, '/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document));
  serveText(server, '/docs', 'text/html; charset=utf-8', referencePage(document));
  serveText(server, '/docs/style.css', 'text/css; charset=utf-8', referenceStyle);
}

function serveText(server: FastifyInstance, url: string, contentType: string, text: string): void {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  server.get(url, (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(server.pageHeaders).header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.header('content-type', contentType).send(text);
  });
}
