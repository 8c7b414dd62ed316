import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import packageJson from '../../../../package.json' with { type: 'json' };
import { buildApp, type BuildOptions, createJobs, createServices, loadDevelopment } from '#/app.ts';
import type { ClusterWorker } from './worker.ts';
import type { Settings } from '#/config/settings.ts';
import { createClusterClock } from '#/db/cluster-clock.ts';
import type { Pools } from '#/db/connect.ts';
import { DatabaseRefused } from '#/db/database-refused.ts';
import { shareDataFolder } from '#/db/embedded/index.ts';
import { isMigrated } from '#/db/compare-schema.ts';
import { connectDatabase, openDatabase } from '#/db/open-database.ts';
import { publishPostgres } from '#/db/postgres-metrics.ts';
import type { Hold } from '#/http/hold.ts';
import { listenForMetrics } from '#/http/metrics.ts';
import { publishQueue } from '#/jobs/publish-queue.ts';
import { installQueue, type WorkerSettings } from '#/jobs/queue.ts';
import { startWorkers, type Workers } from '#/jobs/start-workers.ts';
import { machineClock, systemClock } from '#/lib/clock.ts';
import { startTracing } from '#/lib/tracing.ts';
import type { Log } from '#/log.ts';
import { backUpBeforeMigrations, publishBackups, watchHold } from '#/modules/backups/index.ts';
import { applyContent, readPack } from '#/modules/content/index.ts';
import { adoptPlatformZone, openLedgerBooks } from '#/modules/points/index.ts';
import { tryVideoStorage } from '#/modules/tasks/index.ts';
import { publishWebhooks } from '#/modules/webhooks/index.ts';
import type { Services } from '#/services.ts';

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

/**
 * Shows restores that a server uses the data folder. Not every file system has locks, and the server starts there, too.
 * @throws DatabaseRefused while a restore replaces the folder
 */
export async function occupyDataFolder({ dataDir }: Settings, log: Log): Promise<Disposable> {
  const lock = await shareDataFolder(dataDir).catch((error: unknown) => {
    log.warn({ err: error, dataDir }, 'the data folder cannot be locked: a restore does not see this server');
    return { release: () => undefined };
  });
  if (!lock) throw new DatabaseRefused(`A restore is replacing ${dataDir}: start the server when that has ended.`);
  return { [Symbol.dispose]: () => lock.release() };
}

/** Publishes the figures of the database and its queue, which are the same for every process. */
export function publishDatabase(registry: Registry, pools: Pick<Pools, 'queuePool' | 'replica'>, log: Log): void {
  publishPostgres(registry, pools, log);
  publishQueue(registry, pools.queuePool, log);
  publishWebhooks(registry, pools.queuePool, log);
  publishBackups(registry, pools.queuePool, log);
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
  if (!worker) {
    starting.use(await occupyDataFolder(settings, log));
    await tryVideoStorage({ settings, log });
  }
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
