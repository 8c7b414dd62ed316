import type { Settings } from '#/config.ts';
import { fillWhenEmpty } from '#/fill-when-empty.ts';
import { listenForMetrics } from '#/http/metrics-port.ts';
import type { Log } from '#/log.ts';
import { tryVideoStorage } from '#/modules/tasks/index.ts';
import { openDatabase, warnOfFewConnections } from '#/open-database.ts';
import type { RunningServer } from '#/start-server.ts';
import { startCluster } from './start-cluster.ts';

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
  await fillWhenEmpty(database.pools.ownerPool, settings, log);
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
