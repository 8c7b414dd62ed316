import { randomUUID } from 'node:crypto';
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClusterClock } from '#/db/cluster-clock.ts';
import type { DB } from '#/db/schema.ts';
import type { Activity } from '#/modules/elections/activities.view.ts';
import { createActivityCatalogue } from '#/modules/elections/activity-catalogue.ts';
import { castVote } from '#/modules/ballots/cast-vote.ts';
import { createDisplayFreezes, createTakenFreezes } from '#/modules/rankings/display-freezes.ts';
import type { SuspicionWatch } from '#/modules/quarantine/index.ts';
import { roundOnShow } from '#/modules/elections/activity.rules.ts';
import { createVoteBatcher } from '#/modules/ballots/voting.ts';
import { countQueries } from '../../world/count-queries.ts';
import { moveEndTo } from '../../world/move-end.ts';
import { createSettableClock } from '../../world/settable-clock.ts';
import { waitForLockWaiter } from '../../world/wait-for-lock-waiter.ts';
import { activityId, createRoundsScenario, firstCloses, firstOpens } from './given-rounds.ts';
import { createTurnableClock, standingAt } from '#/dev/turnable-clock.ts';

const minuteMs = 60_000;
/** An hour before the end of the first round. */
const frozenAt = new Date(firstCloses.getTime() - 60 * minuteMs);
const at = (ms: number) => new Date(frozenAt.getTime() + ms);

const neverSuspicious: SuspicionWatch = {
  see: () => null,
  forgetCall: () => undefined,
  report: () => undefined,
  keep: () => undefined,
  exchange: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

let scenario: Awaited<ReturnType<typeof createRoundsScenario>>;
beforeEach(async () => {
  scenario = await createRoundsScenario({ rules: { displayFreezeMinutes: 60 } });
  await scenario.counted('1', 5);
});
afterEach(() => scenario[Symbol.asyncDispose]());

/** Creates a process of the same server, with a separate clock, that has read the activity by now. */
async function anotherProcess(
  now: Date,
  clusterClock: ClusterClock = () => Promise.resolve(now),
  db: Kysely<DB> = scenario.world.db,
) {
  const catalogue = createActivityCatalogue(scenario.world.services);
  const freezes = createDisplayFreezes({ db, clock: createSettableClock(now), clusterClock, catalogue });
  const find = async (): Promise<Activity> => {
    const activity = await catalogue.find(activityId);
    if (!activity) throw new Error('There is an election, so it is found.');
    return activity;
  };
  return { catalogue, freezes, find, activity: await find() };
}

const readTakenAt = async () =>
  (await scenario.world.ownerPool.query<{ frozen_at: Date }>('SELECT frozen_at FROM display_freeze')).rows.map(
    (row) => row.frozen_at,
  );

describe('a process whose clock runs ahead of the others by a millisecond', () => {
  it('takes the freeze as soon as the moment has come for all, and lets a vote wait for it', async () => {
    const agreed = [at(-1), at(-1)];
    const { activity, freezes } = await anotherProcess(at(0), () => Promise.resolve(agreed.shift() ?? at(0)));
    expect(await freezes.inForce(activity, at(0))).toBeUndefined();
    expect(await readTakenAt()).toEqual([]);
    expect(await freezes.beforeVote(activity, at(0))).toMatchObject({ frozenAt });
    expect(await freezes.inForce(activity, at(0))).toMatchObject({ frozenAt });
  });

  it('lets no vote wait where it runs ahead by an hour', async () => {
    const { activity, freezes } = await anotherProcess(at(0), () => Promise.resolve(at(-60 * minuteMs)));
    expect(await freezes.beforeVote(activity, at(0))).toBeUndefined();
    expect(await readTakenAt()).toEqual([]);
  });

  it('gives a later caller the length from then on', async () => {
    const { activity, catalogue } = await anotherProcess(at(0));
    const clusterClock = () => Promise.resolve(at(-500));
    const { clock, time } = createTurnableClock(standingAt(at(0)));
    const taken = createTakenFreezes({ db: scenario.world.db, clock, clusterClock, catalogue });
    const take = () => taken.take(activity, roundOnShow(activity.rounds, at(0)));
    expect(await take()).toMatchObject({ againInMs: 500, comesThen: true });
    await time.advance(400);
    expect(await take()).toMatchObject({ againInMs: 100, comesThen: true });
  });
});

/** Pauses a process after the database has answered about its capture, until it is resumed. */
function standstill() {
  const [reached, goneOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked = new WeakSet();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (/take_display_freeze|pg_advisory/.test(JSON.stringify(node))) asked.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (asked.has(queryId)) {
        reached.resolve();
        await goneOn.promise;
      }
      return result;
    },
  };
  return { plugin, reached: reached.promise, goOn: goneOn.resolve };
}

describe('a process that takes the freeze', () => {
  it('delays no other when it stops in the middle', async () => {
    const { plugin, reached, goOn } = standstill();
    const still = await anotherProcess(at(0), undefined, scenario.world.db.withPlugin(plugin));
    const inForce = still.freezes.inForce(still.activity, at(0));
    try {
      await Promise.race([reached, inForce]);
      const { activity, freezes } = await anotherProcess(at(0));
      expect(await freezes.beforeVote(activity, at(0))).toMatchObject({ frozenAt });
    } finally {
      goOn();
    }
    expect(await inForce).toMatchObject({ frozenAt });
    expect(await readTakenAt()).toEqual([frozenAt]);
  });

  it('lets a vote be written without it where another one holds it up', async () => {
    const { databaseUrl, ownerPool } = scenario.world;
    const pool = new pg.Pool({ connectionString: databaseUrl, lock_timeout: 50 });
    const hasty = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
    const rival = await ownerPool.connect();
    try {
      const { activity, freezes } = await anotherProcess(at(0), undefined, hasty);
      await rival.query('BEGIN');
      await rival.query('SELECT pg_advisory_xact_lock(7706, hashtext($1))', [activityId]);
      expect(await freezes.beforeVote(activity, at(0))).toBeUndefined();
      await rival.query('COMMIT');
      expect(await freezes.beforeVote(activity, at(0))).toMatchObject({ frozenAt });
    } finally {
      rival.release();
      await hasty.destroy();
    }
  });
});

/** Casts votes through a process for idol 2, just before the freeze by its own clock. */
async function cast(process: Awaited<ReturnType<typeof anotherProcess>>) {
  const { world } = scenario;
  const fan = await world.given.fan({ votes: 9 });
  const key = randomUUID();
  const answer = castVote(
    {
      db: world.services.db,
      catalogue: process.catalogue,
      freezes: process.freezes,
      batcher: createVoteBatcher(world.services.votePool, { writers: 1 }),
      watch: neverSuspicious,
    },
    {
      activityId,
      idolId: '2',
      num: 9,
      key,
      language: 'en_US',
      fan: { id: fan.id, accountId: fan.accountId, joinedAt: firstOpens },
      receivedAt: at(-40),
      source: { deviceId: undefined, address: '192.0.2.1' },
    },
  );
  return { answer, repeat: async () => (await scenario.vote('2', 9, { fan, key })).data };
}

describe('a process whose clock is behind the one by which the freeze was taken', () => {
  const hidden = { idolVotes: 0, rank: 2, isFrozen: true };

  it('shows a voter the public count, and a repeat the same', async () => {
    const late = await anotherProcess(at(-40));
    const { activity, freezes } = await anotherProcess(at(0));
    await freezes.inForce(activity, at(0));
    const { answer, repeat } = await cast(late);
    expect(await answer).toMatchObject(hidden);
    expect(await late.freezes.inForce(late.activity, at(-40))).toMatchObject({ frozenAt });
    scenario.world.clock.set(at(1000));
    expect(await repeat()).toMatchObject(hidden);
  });

  it('shows nothing live that it has read after the freeze', async () => {
    const late = await anotherProcess(at(-40));
    const { activity, freezes } = await anotherProcess(at(0));
    await freezes.inForce(activity, at(0));
    expect(await late.freezes.show(late.activity, ({ freeze }) => Promise.resolve(freeze?.frozenAt))).toEqual(frozenAt);
  });

  it('waits for a freeze that is being taken while a vote is written', async () => {
    const { world } = scenario;
    const late = await anotherProcess(at(-40));
    const rival = await world.ownerPool.connect();
    try {
      await rival.query('BEGIN');
      await rival.query('SELECT pg_advisory_xact_lock(7706, hashtext($1))', [activityId]);
      await rival.query(
        `INSERT INTO display_freeze (activity_id, round, frozen_at, seen, version, standings, set_aside)
         SELECT $1, 1, $2, pg_current_snapshot(), 1,
                (SELECT jsonb_agg(jsonb_build_object('idolId', idol_id, 'votes', votes, 'rank', rank) ORDER BY rank)
                   FROM standing_of_round($1, 1::smallint)), '[]'`,
        [activityId, frozenAt],
      );
      const { answer } = await cast(late);
      await waitForLockWaiter(world);
      await rival.query('COMMIT');
      expect(await answer).toMatchObject(hidden);
    } finally {
      rival.release();
    }
  });

  it('reads once for all votes that come together, and not at all long before', async () => {
    const late = await anotherProcess(at(-40));
    const early = await anotherProcess(at(-minuteMs));
    const looks = ({ activity, freezes }: typeof late, receivedAt: Date) =>
      countQueries(/taken_display_freeze/, () =>
        Promise.all(
          Array.from({ length: 40 }, (_, vote) =>
            freezes.hiding(activity, { voteId: String(vote + 1), fanId: 1, receivedAt }),
          ),
        ),
      );
    expect(await looks(late, at(-40)), 'the first, and one for those who came while it was under way').toBe(2);
    expect(await looks(early, at(-minuteMs))).toBe(0);
  });
});

describe('a round whose end was moved just before the freeze', () => {
  it('is not frozen by the end that a process knew before, and is by the new one', async () => {
    let now = at(0);
    const process = await anotherProcess(at(0), () => Promise.resolve(now));
    const moved = at(120 * minuteMs);
    await moveEndTo(scenario.world, moved, 1);
    expect(await process.freezes.beforeVote(process.activity, at(0))).toBeUndefined();
    expect(await readTakenAt()).toEqual([]);
    const { rounds } = await process.find();
    expect(rounds[0]?.closesAt, 'the catalogue was to be read anew').toEqual(moved);

    now = at(60 * minuteMs);
    expect(await process.freezes.inForce(await process.find(), now)).toMatchObject({ frozenAt: now });
    expect(await readTakenAt()).toEqual([now]);
  });

  it('is frozen once, by any number of processes and with any of the ends they know', async () => {
    const before = await Promise.all(Array.from({ length: 4 }, () => anotherProcess(at(0))));
    const moved = new Date(firstCloses.getTime() - 10 * minuteMs);
    await moveEndTo(scenario.world, moved, 1);
    const after = await Promise.all(Array.from({ length: 4 }, () => anotherProcess(at(0))));
    const found = await Promise.all(
      [...before, ...after].map(({ activity, freezes }) => freezes.inForce(activity, at(0))),
    );
    expect(await readTakenAt()).toEqual([at(-10 * minuteMs)]);
    for (const freeze of found) expect([undefined, at(-10 * minuteMs).getTime()]).toContain(freeze?.frozenAt.getTime());
    for (const { find, freezes } of before) {
      expect(await freezes.inForce(await find(), at(0))).toMatchObject({ frozenAt: at(-10 * minuteMs) });
    }
  });
});
