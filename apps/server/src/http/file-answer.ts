import { createHash } from 'node:crypto';
import { contract, type Contract, type RouteName } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { type Call, callReader, readCaller } from './call.ts';
import { isFresh } from './response-cache.ts';

export type FileRoute = {
  [R in RouteName]: Contract[R] extends { readonly file: readonly string[] } ? R : never;
}[RouteName];

export type FileAnswer<R extends FileRoute> = {
  /** The browser's file name: ASCII letters, digits, dots and dashes. */
  readonly name: string;
  readonly mediaType: Contract[R]['file'][number];
  readonly bytes: Buffer;
};

/** A corrected name should be seen soon; an unchanged file is not sent again. */
const cacheControl = 'public, max-age=60';

/** Serves a call of the contract as a file to keep, with its SHA-256 as entity tag. The handler may refuse as any other. */
export function handleFile<R extends FileRoute>(
  server: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<FileAnswer<R>>,
): void {
  const endpoint: Contract[R] = contract[route];
  const readCall = callReader(endpoint);
  const inTurn = server.connectionTurns({ route, isSafe: true });
  server.get(route.slice('GET '.length), {
    config: { route, rate: 'document' },
    async handler(request, reply) {
      const { name, mediaType, bytes } = await server.load.whileInFlight(async () => {
        const caller = await readCaller(endpoint, request);
        const call = await readCall(request, reply, caller);
        return inTurn({ request, reply, caller }, () => handler(call));
      });
      const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
      reply.headers(server.apiHeaders).headers({ 'cache-control': cacheControl, 'x-request-id': request.id });
      if (isFresh(request, reply, etag)) return reply.code(304).send();
      return reply
        .headers({
          'content-type': `${mediaType}; charset=utf-8`,
          'content-disposition': `attachment; filename="${name}"`,
        })
        .send(bytes);
    },
  });
}
