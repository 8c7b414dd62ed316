import cluster, { type Worker } from 'node:cluster';
import type { Log } from '#/log.ts';
import { tell, WorkerPlaces } from './worker-places.ts';
import { collectWorkersMetrics, type WorkersMetrics } from './workers-metrics.ts';

export type ClusterPlan = {
  readonly workers: number;
  /** The file that every worker runs. */
  readonly program: string;
  /** Environment variables of the workers, beside this process's own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
};

export type RunningCluster = {
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
export async function startCluster({ workers, program, environment, log }: ClusterPlan): Promise<RunningCluster> {
  cluster.setupPrimary({ exec: program, args: [] });
  const places = new WorkerPlaces({
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
