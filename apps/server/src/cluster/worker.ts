import cluster from 'node:cluster';
import { Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** A worker's relation to its supervisor. */
export type ClusterWorker = {
  /** The number, from 1. A replacement has its predecessor's number. */
  readonly number: number;
  /** Collects all workers' metrics in Prometheus format. Rejects when the supervisor does not answer. */
  metricsOfAll(): Promise<string>;
  /** Lets the supervisor read this process's metrics from now on. */
  shareMetrics(registry: Registry): void;
  /** Reports to the supervisor that this process listens. */
  ready(port: number): void;
  /** Calls back when the supervisor stops this process or has ended. */
  onStop(stop: () => void): void;
};

/** The environment variable with a worker's number. */
export const workerNumberVariable = 'LIGHTSTICK_WORKER';

/** Joins this process, started by the supervisor, to the workers. */
export function joinCluster(): ClusterWorker {
  const number = Number(process.env[workerNumberVariable]);
  const asked = new Map<number, PromiseWithResolvers<string>>();
  let registry = new Registry();
  let requests = 0;
  let stop = (): void => undefined;

  // Without this, Node ends a worker as soon as its supervisor has ended, with requests unanswered.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  process.on('disconnect', () => stop());
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') stop();
    if (message.kind === 'reportMetrics') {
      const { request } = message;
      reportOf(registry, number).then(
        (report) => say({ kind: 'metrics', request, report }),
        () => say({ kind: 'metrics', request, report: [] }),
      );
    }
    if (message.kind === 'metricsOfAll') {
      const answer = asked.get(message.request);
      asked.delete(message.request);
      if (message.text === undefined) answer?.reject(new Error('The metrics of all workers could not be had'));
      else answer?.resolve(message.text);
    }
  });

  return {
    number,
    metricsOfAll() {
      const request = ++requests;
      const answer = Promise.withResolvers<string>();
      asked.set(request, answer);
      say({ kind: 'askMetricsOfAll', request });
      return answer.promise;
    },
    shareMetrics(own) {
      registry = own;
    },
    ready: (port) => say({ kind: 'ready', port }),
    onStop(callback) {
      stop = callback;
    },
  };
}

/** Tells the supervisor; one that has ended ignores it. */
function say(message: ToSupervisor): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Adds the worker's number to every series, so that series stay apart; readers sum them. */
async function reportOf(registry: Registry, worker: number): Promise<MetricsReport> {
  const metrics = await registry.getMetricsAsJSON();
  return metrics.map((metric) => ({
    ...metric,
    aggregator: 'sum',
    values: metric.values.map((value) => ({
      ...value,
      labels: { ...value.labels, worker: String(worker) },
    })),
  }));
}

/** A process's metrics in transfer between processes. */
export type MetricsReport = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Messages from the supervisor to a worker. */
export type ToWorker =
  /** Stop in order. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'reportMetrics'; readonly request: number }
  /** All workers' metrics in Prometheus format; undefined when unavailable. */
  | { readonly kind: 'metricsOfAll'; readonly request: number; readonly text: string | undefined };

/** Messages from a worker to the supervisor. */
export type ToSupervisor =
  /** The worker listens on this port. */
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'metrics'; readonly request: number; readonly report: MetricsReport }
  | { readonly kind: 'askMetricsOfAll'; readonly request: number };
