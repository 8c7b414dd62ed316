import type { Plan } from '../scenario.ts';
import { votesEach } from '../server/given-stage.ts';
import type { Election } from '../world/given-election.ts';
import { type SimulatedFan, grant, insertSimulatedFans, signIn } from '../world/given-fans.ts';
import type { OwnerPool } from '../world/owner-connection.ts';
import { fanCodes } from './fan-codes.ts';
import { type Size, voters } from './sizes.ts';

const fansAtOnce = 5_000;
const votesAtOnce = 250_000;

/**
 * Fills a ledger as if an election had gone on for long: fans with the votes that they were given by a posting, and the
 * votes that each has cast since, one round of all fans after the other, as time would have brought them.
 *
 * @returns those who can go on voting, spread over all fans, signed in.
 */
export async function fill(
  ownerPool: OwnerPool,
  election: Election,
  { votes, fans }: Size,
  { say, signal }: Pick<Plan, 'say' | 'signal'>,
): Promise<SimulatedFan[]> {
  const startedMs = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedMs) / 1000)} s`;
  const { voteAsset } = election;
  const fanIds: number[] = [];
  while (fanIds.length < fans) {
    signal.throwIfAborted();
    const some = await insertSimulatedFans(
      ownerPool,
      fanCodes(fanIds.length, Math.min(fansAtOnce, fans - fanIds.length)),
    );
    await grant(ownerPool, { fanIds: some, amount: votesEach, asset: voteAsset });
    fanIds.push(...some);
    if (fanIds.length % 100_000 === 0) say(`  ${fanIds.length} fans after ${seconds()}`);
  }
  const firstFan = requireNoGap(fanIds);
  for (let cast = 0; cast < votes; cast += votesAtOnce) {
    signal.throwIfAborted();
    const until = Math.min(cast + votesAtOnce, votes);
    await insertVotes(ownerPool, { activityId: election.activityId, firstFan, fans, from: cast, until, votes });
    if (until % 1_000_000 === 0) say(`  ${until} votes after ${seconds()}`);
  }
  await settleAccounts(ownerPool, { activityId: election.activityId, firstFan, fans, votesOfEach: votes / fans });
  // What autovacuum and the checkpointer would have done long before.
  await ownerPool.query('VACUUM ANALYZE');
  await ownerPool.query('CHECKPOINT');
  say(`  ${votes} votes of ${fans} fans are in place after ${seconds()}`);
  const every = fans / voters;
  return signIn(
    ownerPool,
    Array.from({ length: voters }, (_, position) => fanIds[Math.floor(position * every)] ?? firstFan),
  );
}

/** Requires that the fans' numbers follow each other, and returns the first: votes are made from them by counting. */
function requireNoGap(fanIds: readonly number[]): number {
  const [first = 0] = fanIds;
  if (fanIds.some((id, position) => id !== first + position)) throw new Error('Somebody else adds fans meanwhile');
  return first;
}

/** A part of the tallies that no server writes to. */
const shard = 2000;

/**
 * Inserts votes as the journal would contain them: in time order, with each account's chain continued, four of five votes
 * of a fan for one idol, and half of the fans for the first idol. Keys are random and `pool_after` is only plausible in
 * size, because it is never replayed.
 */
async function insertVotes(
  ownerPool: OwnerPool,
  stretch: {
    readonly activityId: string;
    readonly firstFan: number;
    readonly fans: number;
    /** The stretch, in votes since the opening. */
    readonly from: number;
    readonly until: number;
    /** How many the election will have in all. */
    readonly votes: number;
  },
): Promise<void> {
  const { activityId, firstFan, fans, from, until, votes } = stretch;
  await ownerPool.query(
    `INSERT INTO ledger.transfer (book, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg,
      received_at,
                                  pool_after, pool_rank, salt)
     SELECT d.id, $2 + v.fan, d.unit, a.seq + v.round + 1, tally.ids[1 + CASE
              WHEN v.round % 5 = 4 THEN (v.fan + v.round) % cardinality(tally.ids)
              WHEN v.fan % 2 = 0 THEN 0
              ELSE v.fan % cardinality(tally.ids) END],
            -1, 1, a.balance - v.round - 1, 10, gen_random_uuid(), 0,
            d.opens_at + (now() - d.opens_at) * (v.o::float8 / $6), v.o / 2, 1, decode(md5(v.o::text), 'hex')
       FROM (SELECT o, o % $3 AS fan, o / $3 AS round FROM generate_series($4::bigint, $5::bigint - 1) AS o) v
       JOIN ledger.period d ON d.id = (SELECT period FROM activity WHERE id = $1)
       JOIN ledger.account a ON a.fan = $2 + v.fan AND a.unit = d.unit
      CROSS JOIN (SELECT array_agg(p.id ORDER BY p.name::bigint) AS ids FROM ledger.pool p
                   WHERE p.period = (SELECT period FROM activity WHERE id = $1) AND p.kind = 'tally') tally
      ORDER BY v.o`,
    [activityId, firstFan, fans, from, until, votes],
  );
}

/** Brings accounts and tallies to what their inserted votes add up to. */
async function settleAccounts(
  ownerPool: OwnerPool,
  {
    activityId,
    firstFan,
    fans,
    votesOfEach,
  }: {
    readonly activityId: string;
    readonly firstFan: number;
    readonly fans: number;
    readonly votesOfEach: number;
  },
): Promise<void> {
  await ownerPool.query(
    `UPDATE ledger.account SET balance = balance - $4, seq = seq + $4
      WHERE unit = (SELECT unit FROM ledger.period WHERE id = (SELECT period FROM activity WHERE id = $1))
        AND fan BETWEEN $2 AND $2 + $3 - 1`,
    [activityId, firstFan, fans, votesOfEach],
  );
  await ownerPool.query(
    `INSERT INTO ledger.pool_shard (pool, shard, debits, credits, transfers, last_at)
     SELECT pool, $2, 0, sum(amount), count(*), max(received_at)
       FROM ledger.transfer WHERE book = (SELECT period FROM activity WHERE id = $1) GROUP BY pool`,
    [activityId, shard],
  );
}
