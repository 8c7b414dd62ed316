import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { earlierOf } from './agreed-now.ts';
import { buildApp, type BuildOptions } from './app.ts';
import { systemClock } from './clock.ts';
import type { Settings } from './config.ts';
import { isMigrated } from './db/migrate.ts';
import { fillWhenEmpty } from './fill-when-empty.ts';
import { listenForMetrics } from './http/metrics-port.ts';
import { startWorkers } from './jobs/start-workers.ts';
import type { Log } from './log.ts';
import { moduleJobs } from './module-jobs.ts';
import { tryVideoStorage } from './modules/tasks/index.ts';
import { connectDatabase, openDatabase } from './open-database.ts';
import { createServices, type Services } from './services.ts';
import type { WorkerPlace } from './cluster/worker-place.ts';

export type RunningServer = {
  readonly port: number;
  readonly metricsPort: number | undefined;
  /** Where the database is, for people. */
  readonly database: string;
  /**
   * Says at /readyz that no more fans should be sent, waits for DRAIN_SECONDS, then takes no more, finishes what was
   * taken and stops everything that was started.
   */
  stop(): Promise<void>;
};

export type StartOptions = BuildOptions & {
  /** Where this server is one of several: what its supervisor does for all of them is not done here. */
  readonly worker?: { readonly place: WorkerPlace; readonly ownerUrl: string };
};

/** Starts everything the settings ask for. What was started is stopped again when something later fails. */
export async function startServer(settings: Settings, log: Log, options: StartOptions = {}): Promise<RunningServer> {
  // Disposes in the reverse order: the server that takes requests first, the database last.
  await using starting = new AsyncDisposableStack();
  const { worker } = options;
  if (!worker) await tryVideoStorage({ settings, log });
  const database = starting.use(
    worker ? connectDatabase(settings, worker.ownerUrl, log) : await openDatabase(settings, log),
  );
  const { appPool, db, heavyDb, lookUps, ownerPool, queuePool, replica, votePool } = database.pools;
  if (!worker) await fillWhenEmpty(ownerPool, settings, log);
  const metricsOfAll = worker && (() => worker.place.metricsOfAll());
  const services: Services = createServices({
    settings,
    clock: systemClock,
    agreedNow: earlierOf(systemClock, lookUps.pool, (seconds) => services.metrics.clockDifference.set(seconds)),
    log,
    db,
    pool: appPool,
    votePool,
    lookUps,
    heavyDb,
    replica,
    metricsOfAll,
  });
  worker?.place.shareMetrics(services.metrics.registry);
  let isNewest = false;
  // No migration is ever taken back, so that it need not be asked again. Of the owner's connections it takes those that are
  // given up when they go silent.
  services.health.require('migrations', async () => (isNewest ||= await isMigrated(queuePool)));

  const workers = startWorkers({ pool: queuePool, log, jobs: moduleJobs(services) });
  starting.defer(() => workers.stop());

  let metricsPort: number | undefined;
  if (settings.metricsPort !== undefined && !worker) {
    const metrics = await listenForMetrics(services.metrics.shown, {
      host: settings.host,
      port: settings.metricsPort,
    });
    metricsPort = starting.use(metrics).port;
  }

  const app = await buildApp(services, options);
  // Jobs may take as long to finish as the slowest request, so that they do so beside each other.
  starting.defer(async () => {
    await Promise.all([app.close(), workers.stop()]);
  });
  await app.listen({ host: settings.host, port: settings.port });
  const { port } = app.server.address() as AddressInfo;

  const running = starting.move();
  return {
    port,
    metricsPort,
    database: database.place,
    async stop() {
      services.health.beginShutdown();
      await pause(settings.drainMs);
      await running.disposeAsync();
    },
  };
}
