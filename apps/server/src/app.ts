import { maxHeaderSize, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Settings } from './config/settings.ts';
import { createHeavyReads } from './db/heavy-reads.ts';
import { admitRequests, paceRefusals, trackLoad } from './http/admission.ts';
import { limitConcurrency, usualFanLimits } from './http/concurrency-limit.ts';
import { createConnectionTurns } from './http/connection-turns.ts';
import { replyWithError } from './http/error-reply.ts';
import { keepStreams, placesForStreams } from './http/event-stream.ts';
import './http/fastify-types.ts';
import { closeIdleConnectionsWhenClosing } from './http/graceful-close.ts';
import { createHealth, systemPages } from './http/health.ts';
import { neverHeld, refuseWhileHeld } from './http/hold.ts';
import { createMetrics, observeRequests } from './http/metrics.ts';
import { openApiPages } from './http/openapi/openapi-pages.ts';
import { answerParserError, answerUnmetExpectations, requireHost } from './http/parser-errors.ts';
import { openPublicReads } from './http/public-reads.ts';
import { requestIdOf, trustOf } from './http/request-headers.ts';
import { apiHeaders, pageHeaders } from './http/security-headers.ts';
import { webApp } from './http/web-app.ts';
import type { Job } from './jobs/job.ts';
import { systemClock } from './lib/clock.ts';
import type { EraseAgain } from './modules/backups/index.ts';
import { createCurrentBrand } from './modules/brand/index.ts';
import { createSessions } from './modules/identity/index.ts';
import { moduleJobs, modulePersonalData, moduleRoutes } from './modules/index.ts';
import { createOperators } from './modules/operators/index.ts';
import { eraseFansAgain } from './modules/privacy/index.ts';
import type { Foundations, Services } from './services.ts';

/** Creates the services that every server needs once. */
export function createServices(foundations: Foundations): Services {
  const { db, pool } = foundations;
  const lookUps = foundations.lookUps ?? { db, pool };
  const metrics = createMetrics(foundations);
  return {
    clusterClock: () => Promise.resolve(foundations.clock.now()),
    hold: neverHeld,
    ...foundations,
    lookUps,
    brand: createCurrentBrand({ ...foundations, lookUps }),
    sessions: createSessions({ ...foundations, lookUps }),
    operators: createOperators(foundations),
    metrics,
    health: createHealth(foundations),
    heavyReads: createHeavyReads({
      ...foundations,
      db: foundations.heavyDb ?? db,
      onRead: (by) => metrics.heavyReads.inc({ by }),
    }),
  };
}

export type BuildOptions = {
  /** Adds routes under the product's rules; for benchmarks. */
  readonly extend?: (server: FastifyInstance, services: Services) => void | Promise<void>;
};

const bodyLimitBytes = 64 * 1024;
/**
 * The longest time for a request to arrive. Node has one limit per server, so it is what a picture of 5 MB needs over a
 * poor connection; clients give up after the same time. `bodyLimitBytes` bounds other bodies.
 */
const requestTimeoutMs = 60_000;

/** Assembles the server: every module's routes over one set of services. It does not listen yet. */
export async function buildApp(services: Services, options: BuildOptions = {}): Promise<FastifyInstance> {
  const { settings } = services;
  const server = Fastify({
    bodyLimit: bodyLimitBytes,
    // HEAD answers as GET without the body; streams have none.
    exposeHeadRoutes: true,
    // Routes refuse names that are too long as unknown ones; Node limits the head of a request.
    routerOptions: { maxParamLength: maxHeaderSize },
    // Fastify's own logger would create a child for every request; `observeRequests` writes the lines instead.
    logger: false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    requestTimeout: requestTimeoutMs,
    clientErrorHandler: answerParserError,
    // `requireHost` refuses with the envelope what Node would refuse without.
    http: { requireHostHeader: false },
    // Requests that arrive on an open connection during the close are still served.
    return503OnClosing: false,
    trustProxy: trustOf(settings.trustProxy),
    frameworkErrors: (error, request, reply) => void replyWithError(error, request, reply),
  });
  server.decorate('services', services);
  server.decorate('load', trackLoad(settings));
  server.decorate('concurrencyLimit', limitConcurrency(settings.rateLimitFactor, usualFanLimits));
  server.decorate('refusalWaitMs', paceRefusals(settings.rateLimitFactor));
  server.decorate(
    'connectionTurns',
    createConnectionTurns({
      connections: services.pool.options.max,
      factor: settings.rateLimitFactor,
      registry: services.metrics.registry,
    }),
  );
  server.decorate('apiHeaders', apiHeaders(settings));
  server.decorate('pageHeaders', pageHeaders(settings));
  server.decorate('streams', new Map<ServerResponse, string | undefined>());
  server.decorate('streamPlaces', placesForStreams(settings.rateLimitFactor));
  server.decorateRequest('fan', undefined);
  server.decorateRequest('operator', undefined);
  server.decorateRequest('refusal', undefined);
  server.decorateRequest('isStream', false);
  server.decorateRequest('span', undefined);
  server.decorateRequest('rawBody', undefined);
  server.addHook('onClose', () => server.load.stop());

  readJsonOnly(server);
  server.setErrorHandler(replyWithError);
  observeRequests(server);
  openPublicReads(server);
  requireHost(server);
  admitRequests(server);
  refuseWhileHeld(server);
  keepStreams(server);
  closeIdleConnectionsWhenClosing(server);
  answerUnmetExpectations(server.server);
  systemPages(server);
  openApiPages(server);
  moduleRoutes(server, services);
  await options.extend?.(server, services);
  if (settings.devPages) await (await loadDevelopment()).devRoutes(server, services);
  await webApp(server);
  await server.ready();
  return server;
}

/** Loads development and demo code, which production never loads. */
export const loadDevelopment = () => import('./dev/index.ts');

/** Creates the background work of every module. */
export async function createJobs(services: Services): Promise<Job[]> {
  const { devPages, smtpUrl } = services.settings;
  const keepsMails = devPages && !smtpUrl;
  return moduleJobs(services, keepsMails ? (await loadDevelopment()).createDevelopmentMailer(services) : undefined);
}

/** Creates what erases fans of a restored database again, in all modules. */
export function createEraseAgain(settings: Settings): EraseAgain {
  const records = modulePersonalData({ settings });
  return ({ db }, accountIds) => eraseFansAgain({ db, records }, accountIds, systemClock.now());
}

/** Accepts JSON as the only body. An empty one counts as none, because many clients always send a content type. */
function readJsonOnly(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.keepsRawBody) request.rawBody = String(body);
    if (body === '') done(null, undefined);
    else void parseJson(request, String(body), done);
  });
}
