import { randomBytes, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServices } from '#/app.ts';
import { castVote } from '#/modules/ballots/cast-vote.ts';
import { createVoteBatcher, type VoteBatcher, startVoting } from '#/modules/ballots/voting.ts';
import type { VoteEntry } from '#/modules/ballots/votes.store.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import type { TestElection } from '../world/given-election.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'POST /activity/api/v1/vote/doVote';
const conversion = { tickets: 1, votes: 10 };

describe('votes with tickets', () => {
  let world: World;
  let election: TestElection;
  let pools: readonly number[];
  beforeEach(async () => {
    world = await createWorld();
    election = await world.given.election({ freePerDay: 0, dailyCap: 60 });
    const { rows } = await world.ownerPool.query<{ pool: number }>('SELECT pool FROM candidate_tally ORDER BY idol_id');
    pools = rows.map(({ pool }) => pool);
  });
  afterEach(() => world[Symbol.asyncDispose]());

  function entry(fanId: number, options: Partial<VoteEntry> = {}): VoteEntry {
    const pool = pools[0] ?? 0;
    const now = world.clock.now();
    const vote = { period: 1004, round: 1, pool, num: 10, key: randomUUID(), salt: randomBytes(16), suspicion: null };
    return { ...vote, fanId, receivedAt: now, joinedAt: now, conversion, ...options };
  }

  async function countWritten() {
    const { rows } = await world.ownerPool.query<{ votes: number; conversions: number; tickets: number }>(
      `SELECT (SELECT count(*) FROM ledger.transfer WHERE reason = 10) AS votes,
              (SELECT count(*) FROM ticket_conversion) AS conversions,
              (SELECT coalesce(sum(tickets), 0)::bigint FROM conversion_day) AS tickets`,
    );
    return rows[0];
  }

  it('fail alone: of one batch, those that can be cast are, and the others change nothing', async () => {
    const sizes: number[] = [];
    const batcher = createVoteBatcher(world.services.votePool, { writers: 1, onBatch: (size) => sizes.push(size) });
    const fan = async (tickets: number) => (await world.given.fan({ tickets })).id;
    const repeated = entry(await fan(1));
    await batcher.submit(repeated);
    const converted = { fan: await world.given.fan({ tickets: 2 }), key: randomUUID() };
    const body = { activityId: election.activityId, num: 1 };
    await world.call('POST /activity/api/v1/vote/voteTransfer', { ...converted, body });
    const before = await countWritten();

    const outcomes = await Promise.all(
      [
        entry(await fan(1)),
        entry(await fan(0)),
        entry(await fan(1), { conversion: { tickets: 1, votes: 9 } }),
        entry(await fan(1), { num: 11 }),
        entry(await fan(9), { num: 61, conversion: { tickets: 9, votes: 90 } }),
        { ...repeated, salt: randomBytes(16) },
        entry(converted.fan.id, { key: converted.key }),
        entry(await fan(1), { receivedAt: election.closesAt }),
        entry(await fan(5), { num: 50, conversion: { tickets: 5, votes: 50 }, pool: pools[1] ?? 0 }),
      ].map((one) => batcher.submit(one)),
    );
    expect(outcomes.map(({ verdict }) => verdict)).toEqual([
      'cast',
      'tooFewTickets',
      'conversionChanged',
      'tooFew',
      'overCap',
      'repeat',
      'keyReused',
      'ended',
      'cast',
    ]);
    expect(outcomes.slice(1, 5).map(({ balance }) => balance)).toEqual([0, 10, 10, 60]);
    expect(sizes).toEqual([1, 9]);
    const { votes = 0, conversions = 0, tickets = 0 } = before ?? {};
    expect(await countWritten()).toEqual({ votes: votes + 2, conversions: conversions + 2, tickets: tickets + 6 });
  });

  it('neither double nor block each other at two servers, in any order of fans and idols', async () => {
    const first = createVoteBatcher(world.services.votePool, { writers: 2 });
    const second = createVoteBatcher(world.services.votePool, { writers: 2 });
    const fans = await Promise.all(Array.from({ length: 20 }, () => world.given.fan({ tickets: 4 })));
    const entries = Array.from({ length: 160 }, (_, turn) =>
      entry(fans[(turn * 7) % fans.length]?.id ?? 0, { pool: pools[turn % pools.length] ?? 0 }),
    );
    const sent = [...entries, ...entries.slice(0, 40)];
    const outcomes = await Promise.all(sent.map((one, turn) => (turn % 2 ? second : first).submit(one)));
    expect(outcomes.filter(({ verdict }) => verdict === 'cast')).toHaveLength(80);
    expect(new Set(outcomes.map(({ verdict }) => verdict))).toEqual(new Set(['cast', 'repeat', 'tooFewTickets']));
    expect(await countWritten()).toEqual({ votes: 80, conversions: 80, tickets: 80 });
  });

  /** Casts as the server does, with another batcher. */
  async function castWith(fan: TestFan, batcher: VoteBatcher) {
    const voting = startVoting(createServices(world.services));
    const { id, accountId, joinedAt } = fan;
    try {
      return await castVote(
        { ...voting, batcher, db: world.db },
        {
          fan: { id, accountId, joinedAt },
          activityId: election.activityId,
          idolId: '1',
          num: 10,
          conversion,
          key: randomUUID(),
          receivedAt: world.clock.now(),
          source: { deviceId: randomUUID(), address: '192.0.2.1' },
          language: 'en_US',
        },
      );
    } finally {
      await voting.close();
    }
  }

  it('are refused while the queue is full, and nothing changes', async () => {
    const fan = await world.given.fan({ tickets: 1 });
    const full = createVoteBatcher(world.services.votePool, { writers: 1, queueMax: 0 });
    const outcome = await changesNothing(world, () => castWith(fan, full).catch((error: unknown) => error));
    expect(outcome).toMatchObject({ reason: 'OVERLOADED' });
  });

  it('count once when the answer to their commit is lost', async () => {
    const fan = await world.given.fan({ tickets: 2 });
    const batcher = createVoteBatcher(world.services.votePool, { writers: 1 });
    const lostOnce: VoteBatcher = {
      ...batcher,
      async submit(one) {
        await batcher.submit(one);
        return batcher.submit(one);
      },
    };
    expect(await castWith(fan, lostOnce)).toMatchObject({ conversion, remaining: 0, idolVotes: 10 });
    expect(await countWritten()).toEqual({ votes: 1, conversions: 1, tickets: 1 });
  });

  /** Holds a fan's tickets by a transaction of the owner, while a vote that needs them waits. */
  async function whileHeld(fan: TestFan, act: (client: PoolClient) => Promise<void>) {
    const client = await world.ownerPool.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM ledger.account WHERE fan = $1 FOR UPDATE', [fan.id]);
    const body = { activityId: election.activityId, idolId: '1', num: 10, conversion };
    const sent = { fan, body, key: randomUUID() };
    const reply = world.call(route, sent);
    await waitForLockWaiter(world);
    await act(client);
    await client.query('COMMIT');
    client.release();
    return { sent, reply: await reply };
  }

  it('count once, by their first arrival, when the connection is cut and the close precedes the write', async () => {
    const fan = await world.given.fan({ tickets: 2 });
    const receivedAt = new Date(election.closesAt.getTime() - 1);
    world.clock.set(receivedAt);
    const { sent, reply } = await whileHeld(fan, async (client) => {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'lightstick votes' AND wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
      world.clock.set(new Date(election.closesAt.getTime() + 1));
    });
    expect(reply).toMatchObject({ code: 0, data: { conversion, remaining: 0 } });
    expect(reply.data.receipt.receivedAt).toBe(receivedAt.toISOString());
    expect(await countWritten()).toEqual({ votes: 1, conversions: 1, tickets: 1 });
    const again = await changesNothing(world, () => world.call(route, sent));
    expect(again.data).toEqual(reply.data);
    const late = await world.call(route, { fan, body: sent.body });
    expect(late.refusal).toBe('VOTING_ENDED');
  });
});
