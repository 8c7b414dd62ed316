import { maxHeaderSize, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { ClusterWorker } from './cluster/worker.ts';
import type { Settings } from './config/settings.ts';
import { createClusterClock } from './db/cluster-clock.ts';
import type { Pools } from './db/connect.ts';
import { createHeavyReads } from './db/heavy-reads.ts';
import { isMigrated } from './db/migrate.ts';
import { connectDatabase, openDatabase } from './db/open-database.ts';
import { publishPostgres } from './db/postgres-metrics.ts';
import { admitRequests, paceRefusals, trackLoad } from './http/admission.ts';
import { limitConcurrency, usualFanLimits } from './http/concurrency-limit.ts';
import { createConnectionTurns } from './http/connection-turns.ts';
import { replyWithError } from './http/error-reply.ts';
import { keepStreams, placesForStreams } from './http/event-stream.ts';
import './http/fastify-types.ts';
import { closeIdleConnectionsWhenClosing } from './http/graceful-close.ts';
import { createHealth, systemPages } from './http/health.ts';
import { type Hold, neverHeld, refuseWhileHeld } from './http/hold.ts';
import { createMetrics, listenForMetrics, observeRequests } from './http/metrics.ts';
import { openApiPages } from './http/openapi/openapi-pages.ts';
import { answerParserError, answerUnmetExpectations, requireHost } from './http/parser-errors.ts';
import { openPublicReads } from './http/public-reads.ts';
import { requestIdOf, trustOf } from './http/request-headers.ts';
import { apiHeaders, pageHeaders } from './http/security-headers.ts';
import { webApp } from './http/web-app.ts';
import type { Job } from './jobs/job.ts';
import { publishQueue } from './jobs/publish-queue.ts';
import { installQueue, type WorkerSettings } from './jobs/queue.ts';
import { startWorkers, type Workers } from './jobs/start-workers.ts';
import { machineClock, systemClock } from './lib/clock.ts';
import { startTracing } from './lib/tracing.ts';
import type { Log } from './log.ts';
import { backUpBeforeMigrations, type EraseAgain, watchHold } from './modules/backups/index.ts';
import { createCurrentBrand } from './modules/brand/index.ts';
import { createSessions } from './modules/identity/index.ts';
import { moduleJobs, modulePersonalData, moduleRoutes } from './modules/index.ts';
import { createOperators } from './modules/operators/index.ts';
import { eraseFansAgain } from './modules/privacy/index.ts';
import { adoptPlatformZone, openLedgerBooks } from './modules/points/index.ts';
import { applyContent, readPack } from './modules/content/index.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { tryVideoStorage } from './modules/tasks/index.ts';
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
const loadDevelopment = () => import('./dev/index.ts');

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

/**
 * Opens the ledger's books, and applies the settings' content pack to a database that has none.
 * @throws PackProblems when the pack is invalid
 */
export async function prepareDatabase({ appPool, ownerPool }: Pools, settings: Settings, log: Log): Promise<void> {
  await openLedgerBooks(appPool);
  await adoptPlatformZone(ownerPool, settings.platformTimeZone);
  const { contentDir: folder, production } = settings;
  if (folder === undefined) return;
  if (production && (await readPack(folder)).pack?.simulation?.crowd) {
    log.warn({ folder }, 'the simulated crowd of the content pack is ignored, because NODE_ENV is production');
  }
  const { rowCount } = await ownerPool.query('SELECT FROM content_pack LIMIT 1');
  if (rowCount !== 0) return;
  const simulate = production ? undefined : (await loadDevelopment()).simulatePack;
  const report = await applyContent({ ownerPool, clock: systemClock, folder, simulate });
  log.info(report, 'the content pack was applied to an empty database');
}

/** Publishes the figures of the database and its queue, which are the same for every process. */
export function publishDatabase(registry: Registry, pools: Pick<Pools, 'queuePool' | 'replica'>, log: Log): void {
  publishPostgres(registry, pools, log);
  publishQueue(registry, pools.queuePool, log);
}

export type RunningServer = {
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Describes the database's place for people. */
  readonly database: string;
  /** Why the platform is held, if it is. */
  readonly heldBecause: string | undefined;
  /** Makes /readyz fail, waits DRAIN_SECONDS, then accepts no more, finishes accepted calls and stops everything. */
  stop(): Promise<void>;
};

type StartOptions = BuildOptions & {
  /** The place among several servers, whose supervisor does shared work once for all. */
  readonly worker?: { readonly place: ClusterWorker; readonly ownerUrl: string };
};

/** Traces this process if the settings name a collector. */
function traceProcess({ tracing }: Settings, worker: number | undefined): Promise<AsyncDisposable> | undefined {
  return tracing && startTracing({ ...tracing, process: { version: packageJson.version, worker } });
}

/** Starts the workers as soon as the platform is not held. */
function workWhenOpen(hold: Hold, start: () => Workers): Workers {
  let workers: Workers | undefined;
  hold.whenOpen(() => {
    workers = start();
  });
  return {
    async stop() {
      await workers?.stop();
    },
  };
}

function timeJobs({ metrics: { jobSeconds } }: Services): NonNullable<WorkerSettings['onAttempt']> {
  return (job, outcome, seconds) => jobSeconds.observe({ job, outcome }, seconds);
}

/** Starts everything that the settings ask for. If a later step fails, started parts are stopped again. */
export async function startServer(settings: Settings, log: Log, options: StartOptions = {}): Promise<RunningServer> {
  // Disposes in reverse order: first the server that accepts requests, last the database.
  await using starting = new AsyncDisposableStack();
  const { worker } = options;
  starting.use(await traceProcess(settings, worker?.place.number));
  if (!worker) await tryVideoStorage({ settings, log });
  const database = starting.use(
    worker
      ? connectDatabase(settings, worker.ownerUrl, log)
      : await openDatabase(settings, log, installQueue, backUpBeforeMigrations(settings, log)),
  );
  const { appPool, db, heavyDb, lookUps, queuePool, replica, votePool } = database.pools;
  if (!worker) await prepareDatabase(database.pools, settings, log);
  const metricsOfAll = worker && (() => worker.place.metricsOfAll());
  const turned = settings.timeTurnedByParent ? (await loadDevelopment()).takeTimeFromParent() : undefined;
  const hold = starting.use(await watchHold(lookUps.pool, log));
  const services: Services = createServices({
    settings,
    hold,
    clock: turned ?? systemClock,
    // The database's clock is not turned, and this process is alone.
    clusterClock: turned
      ? () => Promise.resolve(turned.now())
      : createClusterClock(systemClock, lookUps.pool, (seconds) => services.metrics.clockDifference.set(seconds)),
    log,
    db,
    pool: appPool,
    votePool,
    lookUps,
    heavyDb,
    replica,
    metricsOfAll,
  });
  // Known before the first page, so that no fan ever sees another name.
  await services.brand();
  if (worker) worker.place.shareMetrics(services.metrics.registry);
  else publishDatabase(services.metrics.registry, database.pools, log);
  let isNewest = false;
  // Migrations are never undone, so one success suffices. It uses owner connections that time out when silent.
  services.health.require('migrations', async () => (isNewest ||= await isMigrated(queuePool)));

  const jobs = await createJobs(services);
  const workers = workWhenOpen(hold, () => startWorkers({ pool: queuePool, log, jobs, onAttempt: timeJobs(services) }));
  starting.defer(() => workers.stop());

  const { host, port: wantedPort, listenFd: fd, metricsPort } = settings;
  const metrics =
    metricsPort === undefined || worker
      ? undefined
      : starting.use(await listenForMetrics(services.metrics.shown, { host, port: metricsPort }));

  const app = await buildApp(services, options);
  // Jobs may take as long to finish as the slowest request, so both finish at the same time.
  starting.defer(async () => {
    await Promise.all([app.close(), workers.stop()]);
  });
  await app.listen({ host, port: wantedPort, ...(fd !== undefined && { fd }) });
  const { port } = app.server.address() as AddressInfo;
  if (settings.movesCrowd && !hold.isHeld()) {
    const crowd = (await loadDevelopment()).startCrowd(services);
    starting.defer(() => crowd.stop());
  }

  const running = starting.move();
  return {
    port,
    metricsPort: metrics?.port,
    database: database.place,
    heldBecause: hold.isHeld() ? hold.reason : undefined,
    async stop() {
      services.health.beginShutdown();
      await machineClock.sleep(settings.drainMs);
      await running.disposeAsync();
    },
  };
}
