import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '#/cluster/start-server.ts';
import { parseSettings } from '#/config/settings.ts';
import { simulatePack } from '#/dev/index.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { applyContent } from '#/modules/content/index.ts';
import { createDatabase, type TestDatabase } from '../../world/database.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';

const demo = resolve(import.meta.dirname, '../../../../../content/demo');
const log = createLog('silent');

const production = {
  NODE_ENV: 'production',
  SERVER_SECRET: 'a secret that only tests know, 44 letters.',
  PUBLIC_URL: 'https://vote.example.com',
  SMTP_URL: 'smtp://127.0.0.1:9',
};

/** Starts a server as `main.ts` does, on a database with the past of its pack. */
async function start(database: TestDatabase, environment: Readonly<Record<string, string>>) {
  const { ownerPool } = database;
  await applyContent({ ownerPool, clock: systemClock, folder: demo, simulate: simulatePack });
  const own = { DATABASE_URL: database.url, DATABASE_CONNECTIONS: '6', PORT: '0' };
  return startServer(parseSettings({ ...own, ...environment }, process.cwd()), log);
}

/** Counts the votes of simulated fans since an instant. */
async function votesSince({ ownerPool }: TestDatabase, at: Date): Promise<number> {
  const { rows } = await ownerPool.query<{ votes: number }>(
    `SELECT count(*)::integer AS votes FROM ledger.transfer t JOIN fan f ON f.id = t.fan AND f.simulated
      WHERE t.book = 1004 AND t.reason = 10 AND t.received_at >= $1`,
    [at],
  );
  return rows[0]?.votes ?? Number.NaN;
}

test(
  'a development server moves the crowd of its pack; one whose pack has none, and production, do not',
  { timeout: 180_000 },
  async () => {
    await using scratch = await createScratchFolder();
    await cp(demo, scratch.path, { recursive: true });
    const file = join(scratch.path, 'simulation.yaml');
    const simulation = await readFile(file, 'utf8');
    const withoutCrowd = simulation.replace(/^crowd:.*(?:\n[ \t]+.*)*/m, '');
    expect(withoutCrowd).not.toBe(simulation);
    await writeFile(file, withoutCrowd);

    await using moved = await createDatabase();
    await using still = await createDatabase();
    await using inProduction = await createDatabase();
    const running = await Promise.all([
      start(moved, { NODE_ENV: 'development', CONTENT_DIR: demo }),
      start(still, { NODE_ENV: 'development', CONTENT_DIR: scratch.path }),
      start(inProduction, { ...production, CONTENT_DIR: demo }),
    ]);
    try {
      const startedAt = systemClock.now();
      // By its second vote the others have had the time for one.
      await expect.poll(() => votesSince(moved, startedAt), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
      expect(await votesSince(still, startedAt)).toBe(0);
      expect(await votesSince(inProduction, startedAt)).toBe(0);
    } finally {
      await Promise.all(running.map((server) => server.stop()));
    }
  },
);
