import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPools } from '#/db/connect.ts';
import { closingGraceMs } from '#/modules/elections/activity.rules.ts';
import { createVoteBatcher, type VoteBatcher } from '#/modules/ballots/voting.ts';
import type { VoteEntry } from '#/modules/ballots/votes.store.ts';
import { createWorld, type World } from '../world/world.ts';

/** Two batchers on one database represent two servers behind a load balancer. */
describe('two servers that write votes at once', () => {
  let world: World;
  let tallyPools: readonly number[];
  let batchers: readonly VoteBatcher[];
  let pools: readonly ReturnType<typeof createPools>[];

  beforeAll(async () => {
    world = await createWorld();
    await world.given.election();
    const { rows } = await world.ownerPool.query<{ pool: number }>('SELECT pool FROM candidate_tally ORDER BY idol_id');
    tallyPools = rows.map((row) => row.pool);
    pools = [createPools({ ownerUrl: world.databaseUrl }), createPools({ ownerUrl: world.databaseUrl })];
    batchers = pools.map(({ votePool }) => createVoteBatcher(votePool, { writers: 2 }));
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await world[Symbol.asyncDispose]();
  });

  function entry(fanId: number, options: Partial<VoteEntry> = {}): VoteEntry {
    const pool = tallyPools[0] as number;
    return {
      period: 1004,
      round: 1,
      joinedAt: world.clock.now(),
      suspicion: null,
      key: randomUUID(),
      fanId,
      pool,
      num: 1,
      receivedAt: world.clock.now(),
      salt: randomBytes(16),
      ...options,
    };
  }

  function submitEverywhere(entries: readonly VoteEntry[]) {
    return Promise.all(entries.map((one, position) => (batchers[position % 2] as VoteBatcher).submit(one)));
  }

  it('never spend a vote twice', async () => {
    const fan = await world.given.fan({ votes: 5 });
    const outcomes = await submitEverywhere(Array.from({ length: 40 }, () => entry(fan.id)));
    expect(outcomes.filter(({ verdict }) => verdict === 'cast')).toHaveLength(5);
    expect(outcomes.filter(({ verdict }) => verdict === 'tooFew')).toHaveLength(35);
  });

  it('cast a vote once that reaches both with one key', async () => {
    const fan = await world.given.fan({ votes: 50 });
    const key = randomUUID();
    const outcomes = await submitEverywhere(Array.from({ length: 20 }, () => entry(fan.id, { key })));
    expect(outcomes.filter(({ verdict }) => verdict === 'cast')).toHaveLength(1);
    expect(outcomes.filter(({ verdict }) => verdict === 'repeat')).toHaveLength(19);
    expect(new Set(outcomes.map(({ transferId }) => transferId)).size).toBe(1);
  });

  it('do not block each other, in any order of fans and idols', async () => {
    const fans = await Promise.all(Array.from({ length: 30 }, () => world.given.fan({ votes: 20 })));
    const entries = Array.from({ length: 600 }, (_, position) => {
      const fan = fans[(position * 7) % fans.length];
      return entry(fan?.id ?? 0, { pool: tallyPools[position % tallyPools.length] as number });
    });
    const outcomes = await submitEverywhere(entries);
    expect(outcomes.every(({ verdict }) => verdict === 'cast')).toBe(true);
  });

  it('write nothing more into a period that has been closed', async () => {
    const fan = await world.given.fan({ votes: 5 });
    const late = createWorld({ now: world.clock.now() });
    const other = await late;
    try {
      const election = await other.given.election({ freePerDay: 5 });
      const voter = await other.given.fan();
      const { rows } = await other.ownerPool.query<{ pool: number }>('SELECT pool FROM candidate_tally LIMIT 1');
      const batcher = createVoteBatcher(other.services.votePool, { writers: 2 });
      const inTime = new Date(election.closesAt.getTime() - 1);
      const closed = other.pool.query('SELECT ledger.close_period(1004, $1) AS closed', [
        new Date(election.closesAt.getTime() + closingGraceMs),
      ]);
      await closed;
      const outcome = await batcher.submit(entry(voter.id, { pool: rows[0]?.pool ?? 0, receivedAt: inTime }));
      expect(outcome.verdict).toBe('ended');
    } finally {
      await other[Symbol.asyncDispose]();
    }
    expect((await (batchers[0] as VoteBatcher).submit(entry(fan.id))).verdict).toBe('cast');
  });
});
