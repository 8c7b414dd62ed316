import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const style = readFileSync(new URL('sandbox.css', import.meta.url), 'utf8');

/** Serves what the pages of the sandbox look like. The caller registers it on servers for development only. */
export function sandboxStyle(server: FastifyInstance): void {
  server.get('/dev/sandbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );
}
