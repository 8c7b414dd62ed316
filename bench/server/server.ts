import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { supervise } from '../../apps/server/src/cluster/supervise.ts';
import { joinCluster } from '../../apps/server/src/cluster/worker.ts';
import { parseSettings } from '../../apps/server/src/config/settings.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { type RunningServer, startServer } from '../../apps/server/src/cluster/start-server.ts';
import type { FromServer, ToServer, Usage } from './messages.ts';
import { addRoutesOfComparison } from './routes-of-comparison.ts';

/**
 * The product's server as it runs in production, with the routes of comparison; a separate process, or a supervisor
 * with several of them. It is put together as the product's `main.ts` does it.
 */
const settings = {
  ...parseSettings(process.env, process.cwd()),
  // What no variable of the product changes, so that a chat is measured with batches and without.
  ...(process.env['BENCH_CHAT_BATCH_MS'] && { chatBatchMs: Number(process.env['BENCH_CHAT_BATCH_MS']) }),
};
const log = createLog(settings.logLevel);
const { workers } = settings;

// A terminal's signal reaches every process of the group. Who has started this one says when to stop.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

if (cluster.isWorker) await work();
else await serve();

async function work(): Promise<void> {
  const place = joinCluster();
  const { databaseUrl: ownerUrl } = settings;
  if (ownerUrl === undefined) throw new Error('A worker needs its database address from its supervisor');
  const extend = addRoutesOfComparison({ worker: place.number, workers });
  const server = await startServer(settings, log, { extend, worker: { place, ownerUrl } });
  place.onStop(() => void endAfter(server));
  place.ready(server.port);
}

async function serve(): Promise<void> {
  const server =
    workers > 1
      ? await supervise(settings, log, { file: import.meta.filename })
      : await startServer(settings, log, { extend: addRoutesOfComparison({ worker: 1, workers }) });
  process.on('message', (message: ToServer) => {
    if (message === 'stop') void endAfter(server);
    if (message === 'usage') say({ kind: 'usage', usage: usage() });
    if (message === 'tidyUsage') void tidyUp().then(() => say({ kind: 'usage', usage: usage() }));
  });
  // The parent process is gone.
  process.once('disconnect', () => void endAfter(server));
  say({ kind: 'listening', port: server.port });
}

async function endAfter(server: RunningServer): Promise<void> {
  await server.stop().finally(() => process.exit(0));
}

function say(message: FromServer): void {
  process.send?.(message);
}

/** How often all that can be collected is, and how long the system is given each time to take it back. */
const collections = 4;
const settleMs = 250;

async function tidyUp(): Promise<void> {
  for (let time = 0; time < collections; time += 1) {
    globalThis.gc?.();
    await pause(settleMs);
  }
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed, bufferBytes: external, processorMs: (user + system) / 1000 };
}
