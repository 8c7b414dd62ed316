import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { buildApp, type BuildOptions } from './app.ts';
import { systemClock } from './clock.ts';
import type { Settings } from './config.ts';
import { isMigrated } from './db/is-migrated.ts';
import { fillWhenEmpty } from './fill-when-empty.ts';
import { listenForMetrics } from './http/metrics-port.ts';
import { startWorkers } from './jobs/start-workers.ts';
import type { Log } from './log.ts';
import { moduleJobs } from './module-jobs.ts';
import { openDatabase } from './open-database.ts';
import { createServices } from './services.ts';

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

/** Starts everything the settings ask for. What was started is stopped again when something later fails. */
export async function startServer(settings: Settings, log: Log, options: BuildOptions = {}): Promise<RunningServer> {
  // Disposes in the reverse order: the server that takes requests first, the database last.
  await using starting = new AsyncDisposableStack();
  const database = starting.use(await openDatabase(settings, log));
  const { appPool, db, ownerPool, votePool } = database.pools;
  await fillWhenEmpty(ownerPool, settings, log);
  const services = createServices({ settings, clock: systemClock, log, db, pool: appPool, votePool });
  services.health.require('migrations', () => isMigrated(ownerPool));

  const workers = startWorkers({ pool: ownerPool, log, jobs: moduleJobs(services) });
  starting.defer(() => workers.stop());

  let metricsPort: number | undefined;
  if (settings.metricsPort !== undefined) {
    const metrics = await listenForMetrics(services.metrics.registry, {
      host: settings.host,
      port: settings.metricsPort,
    });
    starting.defer(() => metrics[Symbol.asyncDispose]());
    metricsPort = (metrics.address() as AddressInfo).port;
  }

  const app = await buildApp(services, options);
  starting.defer(() => app.close());
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
