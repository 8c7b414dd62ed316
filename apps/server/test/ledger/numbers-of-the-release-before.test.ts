import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestElection, ticketAsset } from '../world/given-election.ts';
import { createWorld, type World } from '../world/world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let world: World;
let election: TestElection;
let pools: readonly number[];
beforeAll(async () => {
  world = await createWorld();
  election = await world.given.election({
    freePerDay: 2,
    dailyCap: 60,
    rules: { minAccountAgeHours: 1, paidShareMaxPercent: 50, endingLimits: [{ withinMinutes: 60, votes: 3 }] },
    changedBy: `UPDATE candidate SET withdrawn = true WHERE idol_id = '3'`,
  });
  const { rows } = await world.ownerPool.query<{ pool: number }>('SELECT pool FROM candidate_tally ORDER BY idol_id');
  pools = rows.map(({ pool }) => pool);
});
afterAll(() => world[Symbol.asyncDispose]());

type Vote = {
  readonly fanId: number;
  readonly num?: number;
  readonly key?: string;
  readonly idol?: number;
  readonly receivedAt?: Date;
  readonly joinedAt?: Date;
  readonly flag?: number;
  /** Tickets to convert, and the votes that they should bring. */
  readonly conversion?: readonly [tickets: number, votes: number];
};

/** Casts as a server of the release before does, and answers what it reads. */
async function cast(vote: Vote): Promise<{ readonly result: number; readonly transfer_id: number }> {
  const { fanId, num = 1, key = randomUUID(), idol = 1, receivedAt = world.clock.now(), flag = null } = vote;
  const joinedAt = vote.joinedAt ?? new Date(receivedAt.getTime() - day);
  const types = [
    'uuid',
    'bigint',
    'bigint',
    'bigint',
    'timestamptz',
    'bytea',
    'timestamptz',
    'smallint',
    'bigint',
    'bigint',
  ];
  const values = [
    key,
    fanId,
    pools[idol - 1],
    num,
    receivedAt,
    randomBytes(16),
    joinedAt,
    flag,
    ...(vote.conversion ?? []),
  ];
  const entries = values.map((_, position) => `$${position + 1}::${types[position]}[]`).join(', ');
  const name = vote.conversion ? 'cast_votes_with_tickets' : 'ledger.cast_votes';
  const { rows } = await world.pool.query<{ result: number; transfer_id: number }>(
    `SELECT * FROM ${name}(1004, 1::smallint, 0::smallint, ${entries})`,
    values.map((value) => [value]),
  );
  if (!rows[0]) throw new Error('The ledger answers every vote');
  return rows[0];
}

const resultOf = async (vote: Vote) => (await cast(vote)).result;
const newFan = async (votes = 10) => (await world.given.fan({ votes })).id;

describe('a server of the release before reads numbers', () => {
  it('of votes', async () => {
    const [fanId, key] = [await newFan(), randomUUID()];
    expect(await resultOf({ fanId, key })).toBe(0);
    expect(await resultOf({ fanId, key })).toBe(1);
    expect(await resultOf({ fanId: await newFan(0), num: 3 })).toBe(2);
    expect(await resultOf({ fanId, key, num: 2 })).toBe(3);
    expect(await resultOf({ fanId, receivedAt: new Date(election.opensAt.getTime() - 1) })).toBe(4);
    expect(await resultOf({ fanId, receivedAt: election.closesAt })).toBe(5);
    expect(await resultOf({ fanId, num: 61 })).toBe(6);
    expect(await resultOf({ fanId, joinedAt: world.clock.now() })).toBe(7);
    expect(await resultOf({ fanId, num: 5 })).toBe(8);
    expect(await resultOf({ fanId, num: 4, receivedAt: new Date(election.closesAt.getTime() - minute) })).toBe(9);
    expect(await resultOf({ fanId, idol: 3 })).toBe(10);
  });

  it('of the votes that are left', async () => {
    const at = new Date(election.closesAt.getTime() - minute);
    const { rows } = await world.pool.query(
      `SELECT l.day_votes, l.free, l.daily_cap, l.paid_share, l.ending, l.ending_until
         FROM ledger.period p CROSS JOIN ledger.votes_left(p, NULL, NULL, NULL, NULL, NULL, $1) l WHERE p.id = 1004`,
      [at],
    );
    expect(rows).toEqual([
      { day_votes: 0, free: 2, daily_cap: 60, paid_share: 4, ending: 3, ending_until: election.closesAt },
    ]);
  });

  it('of votes with tickets', async () => {
    const { id: fanId } = await world.given.fan({ tickets: 1 });
    const key = randomUUID();
    const conversion = [1, 10] as const;
    expect(await resultOf({ fanId, key, num: 3, conversion })).toBe(0);
    expect(await resultOf({ fanId, key, num: 3, conversion })).toBe(1);
    expect(await resultOf({ fanId, num: 61, conversion })).toBe(11);
    expect(await resultOf({ fanId, conversion: [1, 9] })).toBe(12);
  });

  it('of postings', async () => {
    const { id: fanId } = await world.given.fan({ tickets: 5 });
    const post = async (key: string, amount: number) => {
      const { rows } = await world.pool.query<{ result: number }>(
        `SELECT p.result FROM ledger.unit u, ledger.post($1, $2, ARRAY[$3::bigint], ARRAY[u.id],
           ARRAY[ledger.ensure_pool(u.id, 'sink', 'test')], '{-1}', ARRAY[$4::bigint], '{90}') p WHERE u.name = $5`,
        [key, world.clock.now(), fanId, amount, ticketAsset],
      );
      return rows[0]?.result;
    };
    const key = randomUUID();
    expect(await post(key, 4)).toBe(0);
    expect(await post(key, 4)).toBe(1);
    expect(await post(randomUUID(), 2)).toBe(2);
    expect(await post(key, 1)).toBe(3);
  });

  it('of decisions about votes', async () => {
    const voteId = (await cast({ fanId: await newFan(), flag: 1 })).transfer_id;
    const decide = async (id: number, verdict: 'released' | 'voided') => {
      const { rows } = await world.pool.query<{ result: number }>(
        'SELECT result FROM decide_quarantined_votes($1, ARRAY[$2::bigint], $3, $4, false, $5)',
        [election.activityId, id, verdict, { en_US: 'Looked at', zh_TW: '已查看' }, world.clock.now()],
      );
      return rows[0]?.result;
    };
    expect(await decide(voteId, 'voided')).toBe(0);
    expect(await decide(voteId, 'voided')).toBe(1);
    expect(await decide(voteId + 1_000_000, 'voided')).toBe(2);
    expect(await decide(voteId, 'released')).toBe(3);
    const direct = 'SELECT result FROM ledger.decide_votes($1, ARRAY[$2::bigint], false)';
    expect((await world.ownerPool.query(direct, [1004, voteId])).rows).toEqual([{ result: 1 }]);
  });
});
