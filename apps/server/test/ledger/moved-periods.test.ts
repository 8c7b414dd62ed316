import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { expect, describe, it } from 'vitest';
import { systemClock } from '#/lib/clock.ts';
import { castVotes } from '#/modules/ballots/votes.store.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { givenElection, voteAsset } from '../world/given-election.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';

const period = 1004;
const hourMs = 60 * 60_000;
// The ledger's own clock says what has opened and what has begun, so these elections are held around the present.
const hoursFromNow = (hours: number) => new Date(Math.round(Date.now() / 1000) * 1000 + hours * hourMs);

type Round = { opensAt: string; closesAt: string; goOn: number | null; carries: boolean };

/** Returns three consecutive rounds, starting this many hours from now. */
function roundsFrom(hours: number): Round[] {
  return [0, 1, 2].map((index) => ({
    opensAt: hoursFromNow(hours + 4 * index).toISOString(),
    closesAt: hoursFromNow(hours + 4 * index + 3).toISOString(),
    goOn: index < 2 ? 2 - index : null,
    carries: index === 0,
  }));
}

function define(client: Pick<PoolClient, 'query'>, rounds: Round[], freePerDay = 0) {
  return client.query(
    `SELECT ledger.define_period($1, (SELECT id FROM ledger.unit WHERE name = $2), $3, $4, 'Asia/Taipei', NULL, $5,
      $6)`,
    [period, voteAsset, rounds[0]?.opensAt, rounds.at(-1)?.closesAt, freePerDay, JSON.stringify({ rounds })],
  );
}

async function givenRounds({ ownerPool }: TestDatabase, rounds: Round[], rules = {}) {
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (!first || !last) throw new Error('An election has a round.');
  const times = { opensAt: new Date(first.opensAt), closesAt: new Date(last.closesAt) };
  await givenElection({ ownerPool, clock: systemClock }, { ...times, rules: { rounds, ...rules } });
}

async function storedRounds({ ownerPool }: TestDatabase): Promise<Round[]> {
  const { rows } = await ownerPool.query<{ opens_at: Date; closes_at: Date; go_on: number | null; carries: boolean }>(
    'SELECT opens_at, closes_at, go_on, carries FROM ledger.round ORDER BY round',
  );
  return rows.map((row) => ({
    opensAt: row.opens_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    goOn: row.go_on,
    carries: row.carries,
  }));
}

/** Returns the stretches near the ends: their begin, and the votes of a fan. */
async function stretches({ ownerPool }: TestDatabase): Promise<[from: Date, cap: number | null][]> {
  const { rows } = await ownerPool.query<{ starts: Date; cap: number | null }>(
    'SELECT starts, cap FROM ledger.period, unnest(ending_from, ending_caps) WITH ORDINALITY AS e (starts, ' +
      'cap, o) ORDER BY o',
  );
  return rows.map(({ starts, cap }) => [starts, cap]);
}

async function vote({ votePool, ownerPool }: TestDatabase, num = 1, fanId = 1) {
  const { rows } = await ownerPool.query<{ pool: number }>(`SELECT pool FROM candidate_tally WHERE idol_id = '1'`);
  // The next millisecond: a date is cut, and the moment at which an end was moved is not.
  const receivedAt = new Date(Date.now() + 1);
  const [outcome] = await castVotes(votePool, 1, [
    {
      period,
      round: 1,
      key: randomUUID(),
      fanId,
      pool: rows[0]?.pool ?? Number.NaN,
      num,
      receivedAt,
      salt: Buffer.alloc(16, 1),
      joinedAt: new Date(0),
      suspicion: null,
    },
  ]);
  // A move in the same millisecond would be before the vote.
  await expect.poll(() => Date.now()).toBeGreaterThan(receivedAt.getTime());
  return outcome?.verdict;
}

describe('an election of several rounds that is still to come', () => {
  it.each([
    ['a day later', 48],
    ['hours earlier', 1],
    ['to the day before, with fewer rounds', 0.5],
  ])('can be moved %s', async (name, hours) => {
    await using database = await createDatabase();
    await givenRounds(database, roundsFrom(24));
    const moved = name.includes('fewer')
      ? [{ ...roundsFrom(hours)[0], goOn: null, carries: false } as Round]
      : roundsFrom(hours);
    await define(database.ownerPool, moved);
    expect(await storedRounds(database)).toEqual(moved);
  });
});

describe('an application of other rules around the opening', () => {
  it('is refused when it began before the opening and comes to the rules after it', async () => {
    await using database = await createDatabase();
    const client = await database.ownerPool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT now()');
      // A date is cut to the millisecond and PostgreSQL's now() is not: only the next one is surely later than the beginning.
      const soon = new Date(Date.now() + 1).toISOString();
      const rounds = roundsFrom(0).map((round, index) => (index > 0 ? round : { ...round, opensAt: soon }));
      await givenRounds(database, rounds);
      await expect
        .poll(
          async () =>
            (await client.query('SELECT now() < $1 AND clock_timestamp() > $1 AS ok', [rounds[0]?.opensAt])).rows,
        )
        .toEqual([{ ok: true }]);
      await client.query('SAVEPOINT before');
      await expect(define(client, rounds, 5)).rejects.toThrow('already defined with other rules');
      await client.query('ROLLBACK TO before');
      await expect(client.query('SELECT ledger.adopt_rule_set($1, NULL)', [period])).rejects.toThrow(
        'another rule set',
      );
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('keeps votes waiting until it is over, while it may still change the rules', async () => {
    await using database = await createDatabase();
    await givenRounds(database, roundsFrom(24));
    const client = await database.ownerPool.connect();
    try {
      await client.query('BEGIN');
      await define(client, roundsFrom(48));
      const waiting = vote(database);
      await waitForLockWaiter(database);
      await client.query('COMMIT');
      expect(await waiting).toBe('notOpen');
    } finally {
      client.release();
    }
  });

  it('keeps no vote waiting when the election is open', async () => {
    await using database = await createDatabase();
    const rounds = roundsFrom(-1);
    await givenRounds(database, rounds);
    const client = await database.ownerPool.connect();
    try {
      await client.query('BEGIN');
      await define(client, rounds);
      expect(await vote(database)).toBe('tooFew');
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  });
});

describe('an end that is moved', () => {
  const endingLimits = [
    { withinMinutes: 60, votes: 20 },
    { withinMinutes: 10, votes: 5 },
  ];
  const minutesBefore = (at: Date, minutes: number) => new Date(at.getTime() - minutes * 60_000);
  const near = (at: Date) => [
    [minutesBefore(at, 60), 20],
    [minutesBefore(at, 10), 5],
    [at, null],
  ];
  const move = ({ ownerPool }: TestDatabase, closesAt: Date) =>
    ownerPool.query(`SELECT ledger.move_end($1, $2, 'An outage')`, [period, closesAt.toISOString()]);
  const roundUntil = (closesAt: Date): Round[] => [
    { opensAt: hoursFromNow(-24).toISOString(), closesAt: closesAt.toISOString(), goOn: null, carries: false },
  ];

  it('takes its limits along, as often as it is moved', async () => {
    await using database = await createDatabase();
    await givenRounds(database, roundUntil(hoursFromNow(5)), { endingLimits });
    for (const closesAt of [hoursFromNow(9), hoursFromNow(3), hoursFromNow(6)]) {
      await move(database, closesAt);
      expect(await stretches(database)).toEqual(near(closesAt));
      expect((await storedRounds(database)).at(-1)?.closesAt).toBe(closesAt.toISOString());
    }
  });

  it('stays when the content pack with the former one is applied again', async () => {
    await using database = await createDatabase();
    const rounds = roundUntil(hoursFromNow(5));
    await givenRounds(database, rounds);
    const closesAt = hoursFromNow(6);
    await move(database, closesAt);
    await define(database.ownerPool, rounds);
    expect((await storedRounds(database)).at(-1)?.closesAt).toBe(closesAt.toISOString());
    await expect(define(database.ownerPool, rounds, 5)).rejects.toThrow('already defined with other rules');
  });

  it('moves the end of the election only with that of its last round', async () => {
    await using database = await createDatabase();
    const rounds = roundsFrom(-0.5);
    await givenRounds(database, rounds);
    const client = await database.ownerPool.connect();
    try {
      const closesAt = hoursFromNow(2).toISOString();
      await client.query('BEGIN');
      await client.query(`SELECT ledger.move_end($1, $2, 'An outage', NULL, 1::smallint)`, [period, closesAt]);
      await expect(client.query('UPDATE ledger.period SET closes_at = $1', [closesAt])).rejects.toThrow('promised');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await storedRounds(database)).toEqual(rounds);
  });

  it('leaves the limits of earlier rounds where they are', async () => {
    await using database = await createDatabase();
    const rounds = roundsFrom(-0.5);
    await givenRounds(database, rounds, { endingLimits });
    const closesAt = hoursFromNow(20);
    await move(database, closesAt);
    const ends = [...rounds.slice(0, 2).map((round) => new Date(round.closesAt)), closesAt];
    expect(await stretches(database)).toEqual(ends.flatMap(near));
  });

  it('of an earlier round moves its limits, leaves those of later rounds, and precedes the next opening', async () => {
    await using database = await createDatabase();
    const rounds = roundsFrom(-0.5);
    await givenRounds(database, rounds, { endingLimits });
    const moveFirst = (closesAt: Date) =>
      database.ownerPool.query(`SELECT ledger.move_end($1, $2, 'An outage', p_round => 1::smallint)`, [
        period,
        closesAt.toISOString(),
      ]);
    await expect(moveFirst(hoursFromNow(3.5))).rejects.toThrow('so round 1 ends before that');
    const closesAt = hoursFromNow(3);
    await moveFirst(closesAt);
    const ends = [closesAt, ...rounds.slice(1).map((round) => new Date(round.closesAt))];
    expect(await stretches(database)).toEqual(ends.flatMap(near));
    expect((await storedRounds(database)).map((round) => round.closesAt)).toEqual(ends.map((end) => end.toISOString()));
  });

  it('gives votes again before the new end to fans who had used theirs before the former', async () => {
    await using database = await createDatabase();
    const former = hoursFromNow(0.1);
    await givenRounds(database, roundUntil(former), { endingLimits });
    await database.ownerPool.query('UPDATE ledger.period SET free_per_day = 100');
    expect(await vote(database, 6)).toBe('overEndingLimit');
    expect(await vote(database, 5)).toBe('cast');
    expect(await vote(database, 1)).toBe('overEndingLimit');

    const later = hoursFromNow(3);
    await move(database, later);
    const [first, second, between, ...coming] = await stretches(database);
    expect([first, second]).toEqual(near(former).slice(0, 2));
    expect(between?.[1]).toBeNull();
    expect(coming).toEqual(near(later));
    expect(await vote(database, 6)).toBe('cast');

    // So soon that all that was published begins now.
    await move(database, hoursFromNow(0.05));
    expect(await vote(database, 6)).toBe('overEndingLimit');
    expect(await vote(database, 5)).toBe('cast');
  });
});
