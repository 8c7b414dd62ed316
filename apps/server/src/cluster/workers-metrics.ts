import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { MetricsReport } from './messages.ts';

const patienceMs = 2_000;

/** The metrics of several processes on one page, each series with the number of its worker. */
export type WorkersMetrics = {
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
