import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStandings } from '#/modules/rankings/standing.store.ts';
import { activityId, givenElection } from '../../world/given-election.ts';
import { createDatabase, type TestDatabase } from '../../world/database.ts';

/** What one idol's tally holds, in parts as its writers left them. */
type Tally = {
  readonly carried: number;
  readonly carriedAt: number;
  readonly parts: readonly { readonly votes: number; readonly lastAt: number }[];
};

const opening = new Date('2026-03-10T04:00:00Z');
const idols = 6;

// Few different numbers, so that idols meet on the same count and at the same second.
const tally: fc.Arbitrary<Tally> = fc.record({
  carried: fc.constantFrom(0, 0, 3),
  // Before any vote of the round was received.
  carriedAt: fc.integer({ min: -3, max: -1 }),
  parts: fc.array(fc.record({ votes: fc.integer({ min: 1, max: 3 }), lastAt: fc.nat({ max: 3 }) }), { maxLength: 3 }),
});

/** Applies both rules in plain words. */
function modelOf(tallies: readonly Tally[], sharesPlaces: boolean) {
  const counted = tallies.map(({ carried, carriedAt, parts }, index) => ({
    idolId: String(index + 1),
    votes: carried + parts.reduce((sum, { votes }) => sum + votes, 0),
    reachedAt: parts.length === 0 ? carriedAt : Math.max(...parts.map(({ lastAt }) => lastAt)),
  }));
  const stands = (one: (typeof counted)[number]) =>
    counted.filter((other) => {
      if (other.votes !== one.votes) return other.votes > one.votes;
      if (sharesPlaces || other === one) return false;
      return other.reachedAt === one.reachedAt
        ? Number(other.idolId) < Number(one.idolId)
        : other.reachedAt < one.reachedAt;
    }).length + 1;
  return counted
    .map((one) => ({ idolId: one.idolId, votes: one.votes, rank: stands(one) }))
    .toSorted((one, other) => one.rank - other.rank || Number(one.idolId) - Number(other.idolId));
}

describe.each(['reachedFirst', 'sharedPlace'] as const)('the order of places by %s', (tieRule) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    const { ownerPool } = database;
    await givenElection({ ownerPool, clock: { now: () => opening } }, { idols, rules: { tieRule } });
  });
  afterAll(async () => {
    // The tallies were made up, so nothing in the journal explains them.
    await database.ownerPool.query('DELETE FROM ledger.pool_shard');
    await database.ownerPool.query('UPDATE ledger.pool SET carried = 0, carried_at = NULL');
    await database[Symbol.asyncDispose]();
  });

  it('is that of the rule in plain words, for any tallies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tally, { minLength: idols, maxLength: idols }), async (tallies) => {
        await database.ownerPool.query(
          `WITH asked AS (
             SELECT o AS idol, (t ->> 'carried')::bigint AS carried,
                    $2::timestamptz + (t ->> 'carriedAt')::integer * interval '1 second' AS carried_at
               FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS x (t, o)
           ), emptied AS (DELETE FROM ledger.pool_shard), begun AS (
             UPDATE ledger.pool p SET carried = a.carried, carried_at = a.carried_at FROM asked a
               WHERE p.name = a.idol::text AND p.kind = 'tally'
           ) SELECT`,
          [JSON.stringify(tallies), opening],
        );
        await database.ownerPool.query(
          `INSERT INTO ledger.pool_shard (pool, shard, debits, credits, transfers, last_at)
           SELECT p.id, s, 0, (part ->> 'votes')::bigint, 1,
             $2::timestamptz + (part ->> 'lastAt')::integer * interval '1 second'
             FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS x (t, o)
            CROSS JOIN jsonb_array_elements(t -> 'parts') WITH ORDINALITY AS y (part, s)
             JOIN ledger.pool p ON p.name = o::text AND p.kind = 'tally'`,
          [JSON.stringify(tallies), opening],
        );
        const { standings, version } = await readStandings(database.db, { activityId, round: 1 });
        expect(standings).toEqual(modelOf(tallies, tieRule === 'sharedPlace'));
        expect(version).toBe(tallies.flatMap(({ parts }) => parts).length);
      }),
      { numRuns: 300 },
    );
  });
});
