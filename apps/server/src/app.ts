import type { ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { admitRequests } from './http/admission.ts';
import { limitCallsOfFans } from './http/calls-of-fans.ts';
import { closeIdleConnectionsWhenClosing } from './http/closing.ts';
import { replyWithError } from './http/error-reply.ts';
import { devPages } from './http/dev-pages.ts';
import { keepStreams, placesForStreams } from './http/event-stream.ts';
import './http/fastify-types.ts';
import { watchLoad } from './http/load.ts';
import { observeRequests } from './http/observation.ts';
import { openApiPages } from './http/openapi/openapi-pages.ts';
import { requestIdOf } from './http/request-id.ts';
import { apiHeaders, pageHeaders } from './http/security-headers.ts';
import { systemPages } from './http/system-pages.ts';
import { webApp } from './http/web-app.ts';
import { moduleRoutes } from './module-routes.ts';
import type { Services } from './services.ts';

export type BuildOptions = {
  /** Adds routes of its own, under the same rules as the product's; for measuring. */
  readonly extend?: (server: FastifyInstance) => void | Promise<void>;
};

const bodyLimitBytes = 64 * 1024;
/**
 * How long a request may take to arrive. Node knows one limit for a whole server, so it is the one that a picture of 5 MB
 * needs over a poor connection; clients give a call up after the same time. Other bodies are bounded by `bodyLimitBytes`.
 */
const requestTimeoutMs = 60_000;

/** Puts the server together: every module's routes over one set of services. Nothing listens yet. */
export async function buildApp(services: Services, options: BuildOptions = {}): Promise<FastifyInstance> {
  const { settings } = services;
  const { trustProxy: hops } = settings;
  const server = Fastify({
    bodyLimit: bodyLimitBytes,
    exposeHeadRoutes: false,
    // A logger of Fastify's own would make a child for every request; `observeRequests` writes the lines instead.
    logger: false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    requestTimeout: requestTimeoutMs,
    // Requests that arrive on an open connection while the server closes are taken, and are finished.
    return503OnClosing: false,
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    frameworkErrors: (error, request, reply) => void replyWithError(error, request, reply),
  });
  server.decorate('services', services);
  server.decorate('load', watchLoad(settings));
  server.decorate('callsOfFans', limitCallsOfFans(settings.rateLimitFactor));
  server.decorate('apiHeaders', apiHeaders(settings));
  server.decorate('pageHeaders', pageHeaders(settings));
  server.decorate('streams', new Set<ServerResponse>());
  server.decorate('streamPlaces', placesForStreams(settings.rateLimitFactor));
  server.decorateRequest('fan', undefined);
  server.decorateRequest('operator', undefined);
  server.decorateRequest('refusal', undefined);
  server.decorateRequest('isStream', false);
  server.decorateRequest('rawBody', undefined);
  server.addHook('onClose', () => server.load.stop());

  readJsonOnly(server);
  server.setErrorHandler(replyWithError);
  observeRequests(server);
  admitRequests(server);
  keepStreams(server);
  closeIdleConnectionsWhenClosing(server);
  systemPages(server);
  openApiPages(server);
  moduleRoutes(server, services);
  await options.extend?.(server);
  if (settings.devPages) {
    const { sandboxes } = await import('./dev/index.ts');
    sandboxes(server, services);
    await devPages(server);
  }
  await webApp(server);
  await server.ready();
  return server;
}

/** JSON is the only body. An empty one counts as none, because many clients name a type whatever they send. */
function readJsonOnly(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.keepsRawBody) request.rawBody = String(body);
    if (body === '') done(null, undefined);
    else void parseJson(request, String(body), done);
  });
}
