import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Settings } from '#/config/settings.ts';
import { openDatabase, warnOfFewConnections } from '#/db/open-database.ts';
import { occupyDataFolder, prepareDatabase, publishDatabase, type RunningServer } from './start-server.ts';
import { listenForMetrics } from '#/http/metrics.ts';
import { installQueue } from '#/jobs/queue.ts';
import type { Log } from '#/log.ts';
import { backUpBeforeMigrations, watchHold } from '#/modules/backups/index.ts';
import { tryVideoStorage } from '#/modules/tasks/index.ts';
import { tell, WorkerPool } from './worker-pool.ts';
import type { MetricsReport } from './worker.ts';
import { machineClock } from '#/lib/clock.ts';

/**
 * Does once what all workers need (database, schema, content, port of the metrics), then starts a process for each worker
 * of the settings and supervises them.
 * @param program what every worker runs
 */
export async function supervise(settings: Settings, log: Log, program: Program): Promise<RunningServer> {
  // Disposes in reverse order: first the workers, last the database.
  await using starting = new AsyncDisposableStack();
  starting.use(await occupyDataFolder(settings, log));
  await tryVideoStorage({ settings, log });
  const database = starting.use(await openDatabase(settings, log, installQueue, backUpBeforeMigrations(settings, log)));
  await prepareDatabase(database.pools, settings, log);
  using hold = await watchHold(database.pools.ownerPool, log);
  await warnOfFewConnections(database, settings, log);
  const running = await startCluster({
    workers: settings.workers,
    program,
    environment: { DATABASE_URL: database.ownerUrl },
    publish: (registry) => publishDatabase(registry, database.pools, log),
    log,
  });
  // If a later step fails, this stops them; after an orderly stop none is left to kill.
  starting.defer(() => running.kill());
  // However this process ends, no worker survives it.
  process.on('exit', () => running.kill());

  let metricsPort: number | undefined;
  if (settings.metricsPort !== undefined) {
    const { host, metricsPort: port } = settings;
    const metrics = await listenForMetrics(running.metrics, { host, port });
    metricsPort = starting.use(metrics).port;
  }

  const rest = starting.move();
  return {
    port: running.port,
    metricsPort,
    database: database.place,
    heldBecause: hold.reason,
    async stop() {
      try {
        await running.stop();
      } finally {
        await rest.disposeAsync();
      }
    },
  };
}

const patienceMs = 2_000;

/** The metrics of several processes on one page, each series with its worker's number. */
type WorkersMetrics = {
  readonly contentType: string;
  /** Asks every worker. A worker that does not answer in time is left out: Prometheus shows the gap. */
  metrics(): Promise<string>;
  /** Receives a worker's report. */
  reported(request: number, report: MetricsReport): void;
  restarted(): void;
  /** The supervisor's own metrics, which carry no worker's number. */
  readonly own: Registry;
};

/** @param ask asks every listening worker to report under this number, and returns how many there are */
export function collectWorkersMetrics(ask: (request: number) => number, running: () => number): WorkersMetrics {
  const own = new Registry();
  const registers = [own];
  const restarts = new Counter({
    name: 'lightstick_worker_restarts_total',
    help: 'Workers that exited unexpectedly and were restarted.',
    registers,
  });
  new Gauge({
    name: 'lightstick_workers',
    help: 'Workers that take requests.',
    registers,
    collect() {
      this.set(running());
    },
  });
  type Collection = { readonly reports: MetricsReport[]; wanted: number; readonly complete: () => void };
  const collections = new Map<number, Collection>();
  let requests = 0;

  async function collect(): Promise<readonly MetricsReport[]> {
    const request = ++requests;
    const { promise, resolve } = Promise.withResolvers<void>();
    const collection: Collection = { reports: [], wanted: 0, complete: resolve };
    collections.set(request, collection);
    collection.wanted = ask(request);
    const timer = machineClock.after(collection.wanted === 0 ? 0 : patienceMs, resolve);
    await promise;
    timer.cancel();
    collections.delete(request);
    return collection.reports;
  }

  return {
    own,
    contentType: own.contentType,
    async metrics() {
      const reports = await collect();
      const together = AggregatorRegistry.aggregate(reports.map((report) => [...report]));
      return `${await together.metrics()}${await own.metrics()}`;
    },
    reported(request, report) {
      const collection = collections.get(request);
      if (!collection) return;
      collection.reports.push(report);
      if (collection.reports.length >= collection.wanted) collection.complete();
    },
    restarted: () => restarts.inc(),
  };
}

type Program = {
  readonly file: string;
  /** The workers read the options of the command line again, because some of them change the settings. */
  readonly args?: readonly string[];
};

type ClusterPlan = {
  readonly workers: number;
  readonly program: Program;
  /** Environment variables of the workers, in addition to this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Adds what the supervisor publishes for all workers. */
  readonly publish: (registry: Registry) => void;
  readonly log: Log;
};

type RunningCluster = {
  /** Shared by all workers. */
  readonly port: number;
  readonly metrics: WorkersMetrics;
  /** Stops every worker and waits for all. Rejects when one did not end in order. */
  stop(): Promise<void>;
  /** Kills every worker. */
  kill(): void;
};

/**
 * Starts several servers on one port, each in its own process, and restarts those that end. The first starts alone, so
 * that a common cause of failure is reported once; the others follow together.
 * @throws WorkerNotStarted when one ends before all have started
 */
async function startCluster({ workers, program, environment, publish, log }: ClusterPlan): Promise<RunningCluster> {
  cluster.setupPrimary({ exec: program.file, args: [...(program.args ?? [])] });
  const places = new WorkerPool({
    environment,
    log,
    onMessage(worker, message) {
      if (message.kind === 'metrics') metrics.reported(message.request, message.report);
      if (message.kind === 'askMetricsOfAll') void answerMetrics(worker, message.request);
    },
    onRestart: () => metrics.restarted(),
  });
  const metrics = collectWorkersMetrics(
    (request) => {
      const asked = places.listening();
      for (const worker of asked) tell(worker, { kind: 'reportMetrics', request });
      return asked.length;
    },
    () => places.listening().length,
  );

  publish(metrics.own);

  async function answerMetrics(worker: Worker, request: number): Promise<void> {
    const text = await metrics.metrics().catch(() => undefined);
    tell(worker, { kind: 'metricsOfAll', request, text });
  }

  try {
    const port = await places.start(1);
    await Promise.all(Array.from({ length: workers - 1 }, (_, others) => places.start(others + 2)));
    places.keepAll();
    return {
      port,
      metrics,
      kill: () => places.kill(),
      async stop() {
        const codes = await places.stop();
        if (codes.some((code) => code !== 0)) throw new Error(`The workers ended with ${codes.join(', ')}`);
      },
    };
  } catch (error) {
    places.kill();
    throw error;
  }
}
