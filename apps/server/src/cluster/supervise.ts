import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Settings } from '#/config/settings.ts';
import { openDatabase, warnOfFewConnections } from '#/db/open-database.ts';
import { prepareDatabase, type RunningServer } from '#/app.ts';
import { listenForMetrics } from '#/http/metrics.ts';
import type { Log } from '#/log.ts';
import { tryVideoStorage } from '#/modules/tasks/index.ts';
import { tell, WorkerPool } from './worker-pool.ts';
import type { MetricsReport } from './worker.ts';

/**
 * Does once what one server needs (the database and its schema, the content, the port of the metrics), then starts as many
 * servers as the settings ask for, each in a process of its own, and watches over them.
 *
 * @param program the file that every worker runs
 */
export async function supervise(settings: Settings, log: Log, program: string): Promise<RunningServer> {
  // Disposes in the reverse order: the workers first, the database last.
  await using starting = new AsyncDisposableStack();
  await tryVideoStorage({ settings, log });
  const database = starting.use(await openDatabase(settings, log));
  await prepareDatabase(database.pools, settings, log);
  await warnOfFewConnections(database, settings, log);
  const running = await startCluster({
    workers: settings.workers,
    program,
    environment: { DATABASE_URL: database.ownerUrl },
    log,
  });
  // Where something later fails, nobody would stop them; after they have stopped in order, nobody is left to be ended.
  starting.defer(() => running.kill());
  // However this process ends, none of them stays behind with work half done for nobody.
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

/** The metrics of several processes on one page, each series with the number of its worker. */
type WorkersMetrics = {
  readonly contentType: string;
  /** Asks every worker. One that does not answer in time is left out: Prometheus shows the gap. */
  metrics(): Promise<string>;
  /** To be called with what a worker reports. */
  reported(request: number, report: MetricsReport): void;
  restarted(): void;
};

/**
 * @param ask asks every worker that listens to report under this number, and answers how many there are.
 */
export function collectWorkersMetrics(ask: (request: number) => number, running: () => number): WorkersMetrics {
  const own = new Registry();
  const registers = [own];
  const restarts = new Counter({
    name: 'lightstick_worker_restarts_total',
    help: 'Workers that ended by themselves and were started again.',
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
    const timer = setTimeout(resolve, collection.wanted === 0 ? 0 : patienceMs);
    await promise;
    clearTimeout(timer);
    collections.delete(request);
    return collection.reports;
  }

  return {
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

type ClusterPlan = {
  readonly workers: number;
  /** The file that every worker runs. */
  readonly program: string;
  /** Environment variables of the workers, beside this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
};

type RunningCluster = {
  /** The one that all workers share. */
  readonly port: number;
  readonly metrics: WorkersMetrics;
  /** Tells every worker to stop and waits until all have. Rejects when one did not end in order. */
  stop(): Promise<void>;
  /** Ends every worker as a crash would. */
  kill(): void;
};

/**
 * Starts several servers on one port, each a process of its own, and starts again whichever ends by itself. The first is
 * started alone, so that what keeps all of them from starting is told once; the others follow together.
 *
 * @throws WorkerNotStarted when one ends before all have started
 */
async function startCluster({ workers, program, environment, log }: ClusterPlan): Promise<RunningCluster> {
  cluster.setupPrimary({ exec: program, args: [] });
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
