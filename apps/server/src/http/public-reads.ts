import { contract, type Endpoint } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';

const publicReads = Object.entries<Endpoint>(contract).flatMap(([route, { isPublicRead }]) =>
  isPublicRead ? [route] : [],
);

/** Constant, so that no cache has to vary by the caller's origin. Without credentials a browser sends no cookie. */
const readableByAnySite = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, retry-after, x-request-id',
};

/** Lets scripts of any site read the contract's public reads, also when these are refused (CORS). */
export function openPublicReads(server: FastifyInstance): void {
  const open: ReadonlySet<string | undefined> = new Set(publicReads);
  server.addHook('onRequest', (request, reply, done) => {
    if (open.has(request.routeOptions.config.route)) void reply.headers(readableByAnySite);
    done();
  });
  for (const route of publicReads) {
    const url = route.slice('GET '.length);
    // A browser asks before it sends a header of this list.
    server.options(url, { config: { route: `OPTIONS ${url}`, rate: 'usual' } }, (_request, reply) =>
      reply
        .headers({
          ...server.apiHeaders,
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET',
          'access-control-allow-headers': 'if-none-match, x-request-id, x-versioncode',
          'access-control-max-age': '86400',
          'cache-control': 'no-store',
        })
        .code(204)
        .send(),
    );
  }
}
