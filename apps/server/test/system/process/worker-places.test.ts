import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { supervise } from '#/cluster/supervise.ts';
import { WorkerPool } from '#/cluster/worker-pool.ts';
import { parseSettings } from '#/config/settings.ts';
import { createLog } from '#/log.ts';
import { createDatabase } from '../../world/database.ts';

const program = join(import.meta.dirname, 'small-worker.ts');
const log = createLog('silent');

/** Creates a pool of idle workers. Remaining ones are killed at the end. */
function somePlaces() {
  cluster.setupPrimary({ exec: program, args: [], cwd: import.meta.dirname });
  const seen = { restarts: 0 };
  const places = new WorkerPool({
    environment: {},
    log,
    onMessage: () => undefined,
    onRestart: () => (seen.restarts += 1),
  });
  return {
    places,
    seen,
    [Symbol.dispose]() {
      places.kill();
      cluster.setupPrimary({ cwd: import.meta.dirname });
    },
  };
}

async function killFirst(places: WorkerPool): Promise<void> {
  const [worker] = places.listening();
  if (!worker) throw new Error('No server listens');
  worker.process.kill('SIGKILL');
  await once(worker, 'exit');
}

describe('the places of the workers', () => {
  it('start again also who ended while the others started', async () => {
    using stage = somePlaces();
    const { places } = stage;
    await places.start(1);
    await killFirst(places);
    expect(places.listening()).toHaveLength(0);
    places.keepAll();
    await expect.poll(() => places.listening().length).toBe(1);
    expect(await places.stop()).toEqual([0]);
    expect(stage.seen.restarts).toBe(1);
  });

  it('stop in order also who is still loading', async () => {
    using stage = somePlaces();
    const starting = stage.places.start(1);
    expect(await stage.places.stop()).toEqual([0]);
    expect(await starting).toBe(1);
  });

  it('try again when the system has no room for another process', async () => {
    using stage = somePlaces();
    const { places, seen } = stage;
    await places.start(1);
    places.keepAll();
    // A process that cannot be started is reported in the same way for any cause.
    cluster.setupPrimary({ cwd: join(import.meta.dirname, 'nowhere') });
    await killFirst(places);
    await expect.poll(() => seen.restarts).toBeGreaterThan(2);
    cluster.setupPrimary({ cwd: import.meta.dirname });
    await expect.poll(() => places.listening().length).toBe(1);
    expect(await places.stop()).toEqual([0]);
  });

  it('say why the first could not be started', async () => {
    using stage = somePlaces();
    cluster.setupPrimary({ cwd: join(import.meta.dirname, 'nowhere') });
    await expect(stage.places.start(1)).rejects.toThrow(/^Worker 1 could not be started \(spawn .*ENOENT\)\.$/);
  });
});

it('a supervisor whose port for metrics is taken leaves no workers behind', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await using database = await createDatabase();
  const environment = { NODE_ENV: 'test', DATABASE_URL: database.url, METRICS_PORT: String(port), WORKERS: '2' };
  const settings = { ...parseSettings(environment, process.cwd()), contentDir: undefined };
  await expect(supervise(settings, log, { file: program })).rejects.toThrow('EADDRINUSE');
  const running = () => Object.values(cluster.workers ?? {}).filter((worker) => worker?.process.pid !== undefined);
  await expect.poll(running).toEqual([]);
  other.close();
});
