import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDatabase } from '#/cluster/start-server.ts';
import { parseSettings } from '#/config/settings.ts';
import { createPools } from '#/db/connect.ts';
import { simulatePack, startCrowd } from '#/dev/index.ts';
import { moveCrowd } from '#/dev/simulation/crowd.ts';
import { createLog } from '#/log.ts';
import { applyContent, readPack } from '#/modules/content/index.ts';
import { checkLedger, createDatabase, type TestDatabase } from '../world/database.ts';
import { createWorld, type World } from '../world/world.ts';

const folder = resolve(import.meta.dirname, '../../../../content/demo');
const plan = {
  activity: '1004',
  voteAsset: 'MEET_VOTE_2',
  seed: 'first-light',
  votesPerMinute: 20,
  popularity: (await readPack(folder)).pack?.simulation?.popularity ?? {},
};

let world: World;
beforeAll(async () => {
  world = await createWorld({ stands: true, settings: { contentDir: folder } });
  const { ownerPool, clock } = world;
  await applyContent({ ownerPool, clock, folder, simulate: simulatePack });
});
afterAll(() => world[Symbol.asyncDispose]());

async function transfers(): Promise<number> {
  const { rows } = await world.ownerPool.query<{ count: number }>('SELECT count(*)::integer FROM ledger.transfer');
  return rows[0]?.count ?? Number.NaN;
}

/** Counts the votes of simulated fans since an instant. */
async function votesSince(at: Date) {
  const { rows } = await world.ownerPool.query<{ fan: number; num: number; pool: number }>(
    `SELECT t.fan, t.amount AS num, t.pool FROM ledger.transfer t JOIN fan f ON f.id = t.fan AND f.simulated
      WHERE t.book = 1004 AND t.reason = 10 AND t.received_at >= $1 ORDER BY t.id`,
    [at],
  );
  return rows;
}

test('the first votes of a crowd are the same in every installation', async () => {
  await using elsewhere = await createDatabase();
  const { clock } = world;
  await applyContent({ ownerPool: elsewhere.ownerPool, clock, folder, simulate: simulatePack });
  const votesOf = async ({ db, ownerPool }: Pick<TestDatabase, 'db' | 'ownerPool'>) => {
    for (const second of [0, 5, 10]) await moveCrowd(db, plan, new Date(clock.now().getTime() + second * 1000));
    const { rows } = await ownerPool.query(
      `SELECT f.account_id, p.name, t.amount FROM ledger.transfer t JOIN fan f ON f.id = t.fan
        JOIN ledger.pool p ON p.id = t.pool
        WHERE t.book = 1004 AND t.reason = 10 AND t.received_at >= $1 ORDER BY t.id`,
      [clock.now()],
    );
    return rows;
  };
  const here = await votesOf(world);
  expect(here).toHaveLength(3);
  expect(await votesOf(elsewhere)).toEqual(here);
  clock.advance(60_000);
});

test('the crowd votes at the pace of the pack, and the ledger holds', async () => {
  const begunAt = world.clock.now();
  for (let second = 0; second < 60; second += 1) {
    await moveCrowd(world.db, plan, world.clock.now());
    world.clock.advance(1000);
  }
  const votes = await votesSince(begunAt);
  expect(votes).toHaveLength(20);
  expect(new Set(votes.map(({ fan }) => fan)).size).toBeGreaterThan(15);
  await checkLedger(world.ownerPool);
});

test('of several processes only one casts a vote', async () => {
  world.clock.advance(60_000);
  const at = world.clock.now();
  const moves = await Promise.all(Array.from({ length: 8 }, () => moveCrowd(world.db, plan, at)));
  expect(moves.filter(Boolean)).toHaveLength(1);
  expect(await votesSince(at)).toHaveLength(1);
});

test('a vote that the rules refuse leaves nothing behind, not even its grant', async () => {
  world.clock.advance(60_000);
  const before = await transfers();
  await world.ownerPool.query("UPDATE ledger.round SET status = 'closed', closed_at = now() WHERE period = 1004");
  expect(await moveCrowd(world.db, plan, world.clock.now())).toBe(false);
  expect(await transfers()).toBe(before);
  await world.ownerPool.query("UPDATE ledger.round SET status = 'open', closed_at = NULL WHERE period = 1004");
  expect(await moveCrowd(world.db, plan, world.clock.now())).toBe(true);
});

test('the crowd rests before the opening and after the close', async () => {
  const far = new Date(world.clock.now().getTime() + 30 * 86_400_000);
  expect(await moveCrowd(world.db, plan, far)).toBe(false);
  expect(await votesSince(far)).toEqual([]);
});

test('votes while its server runs, and not after it has stopped', async () => {
  const stopped = startWatched();
  await world.time.advance(stepMs);
  expect(await stopped.votes()).toBe(1);
  await stopped.crowd.stop();
  const asked = stopped.timesAsked();
  const other = startWatched();
  await world.time.advance(stepMs);
  expect(await other.votes()).toBe(1);
  await other.crowd.stop();
  expect(stopped.timesAsked()).toBe(asked);
});

/** The time between two looks of a crowd. */
const stepMs = 1000;

/** Starts a crowd whose next vote is due, and returns its votes and how often it has asked for the time. */
function startWatched() {
  world.clock.advance(60_000);
  const at = world.clock.now();
  let asked = 0;
  const now = () => {
    asked += 1;
    return world.clock.now();
  };
  return {
    crowd: startCrowd({ ...world.services, clock: { ...world.clock, now } }),
    votes: async () => (await votesSince(at)).length,
    timesAsked: () => asked,
  };
}

test('in production the crowd of a pack is ignored, and the log says so', async () => {
  await using database = await createDatabase();
  const pools = createPools({ ownerUrl: database.url, connections: 4 });
  const lines: string[] = [];
  const environment = {
    NODE_ENV: 'production',
    SERVER_SECRET: 'a secret that only tests know, 44 letters.',
    PUBLIC_URL: 'https://vote.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    CONTENT_DIR: folder,
  };
  const settings = parseSettings(environment, process.cwd());
  await prepareDatabase(pools, settings, createLog('info', { write: (line) => lines.push(line) }));
  await pools.end();
  expect(settings.movesCrowd).toBe(false);
  expect(lines.join()).toContain('the simulated crowd of the content pack is ignored, because NODE_ENV is production');
  const { rows } = await database.ownerPool.query<{ fans: number }>('SELECT count(*)::integer AS fans FROM fan');
  expect(rows).toEqual([{ fans: 0 }]);
});
