import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Puts routes on the server whose calls are forms with a file. Everywhere else a form is refused, unread. */
export function takeUploads(server: FastifyInstance, routes: (uploads: FastifyInstance) => void): void {
  void server.register(async (uploads) => {
    await uploads.register(multipart);
    routes(uploads);
  });
}
