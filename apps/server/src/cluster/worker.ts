import cluster from 'node:cluster';
import { Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** What one of several servers has to do with the process that watches over all of them. */
export type ClusterWorker = {
  /** From 1 on. Whoever takes the place of a worker that ended has its number. */
  readonly number: number;
  /** Everybody's metrics, as Prometheus reads them. Rejects when the supervisor cannot tell. */
  metricsOfAll(): Promise<string>;
  /** From now on the supervisor is told of this process's metrics when it asks. */
  shareMetrics(registry: Registry): void;
  /** Tells the supervisor that this process listens. */
  ready(port: number): void;
  /** Calls back when the supervisor wants this process to stop, or is gone. */
  onStop(stop: () => void): void;
};

/** The environment variable in which a worker finds its number. */
export const workerNumberVariable = 'LIGHTSTICK_WORKER';

/** Takes the place of this process, which the supervisor has started, among the workers. */
export function joinCluster(): ClusterWorker {
  const number = Number(process.env[workerNumberVariable]);
  const asked = new Map<number, PromiseWithResolvers<string>>();
  let registry = new Registry();
  let requests = 0;
  let stop = (): void => undefined;

  // Without this Node ends a worker at once when its supervisor is gone, whatever it has taken and not yet answered.
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

/** A supervisor that is gone hears nothing, and needs not. */
function say(message: ToSupervisor): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** Every series carries the worker's number, so that none is added up with another's: sums are the reader's business. */
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

/** A process's metrics as they go from one process to another. */
export type MetricsReport = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What the supervisor says to a worker. */
export type ToWorker =
  /** Stop in order. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'reportMetrics'; readonly request: number }
  /** Everybody's metrics, as Prometheus reads them; nothing where they could not be had. */
  | { readonly kind: 'metricsOfAll'; readonly request: number; readonly text: string | undefined };

/** What a worker says to the supervisor. */
export type ToSupervisor =
  /** It listens, on this port. */
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'metrics'; readonly request: number; readonly report: MetricsReport }
  | { readonly kind: 'askMetricsOfAll'; readonly request: number };
