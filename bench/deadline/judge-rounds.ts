import { isDeepStrictEqual } from 'node:util';
import { compareConversions } from '../faults/compare-conversions.ts';
import type { OwnerPool } from '../world/owner-connection.ts';
import { judgeVote, type WrittenVote } from './judge-vote.ts';
import { type Round, sendUntilAnswered } from './play-round.ts';

/** Compares the answers of a closed period with its votes in the ledger. Returns all violations. */
export async function judgeRound(ownerPool: OwnerPool, round: Round): Promise<string[]> {
  const { period, kind, told } = round;
  const closesMs = period.closesAt.getTime();
  const rows = await readVotes(ownerPool, period.period);
  const answered = new Set(told.filter(({ answer }) => answer).map(({ vote }) => vote.key));
  const late = [...rows.values()].filter((row) => row.received_at.getTime() >= closesMs);
  const strangers = [...rows.keys()].filter((key) => !answered.has(key));
  const counted = await readTallies(ownerPool, period.activityId);
  const state = await readClosing(ownerPool, period.period);
  return [
    ...round.wrong,
    ...told.flatMap((one) => judgeVote(one, rows.get(one.vote.key), closesMs)),
    ...late.map((row) => `vote ${row.key} counts, and was received after the close`),
    ...strangers.map((key) => `vote ${key} counts, and its fan was not told so`),
    ...(await compareConversions(ownerPool, period.activityId, told)),
    ...(counted === rows.size ? [] : [`the tallies have ${counted} votes, the ledger ${rows.size}`]),
    ...(state === 'closed' ? [] : ['the period is not closed']),
  ].map((violation) => `${period.activityId} (${kind}): ${violation}`);
}

/**
 * Judges votes whose fans' accounts were locked until after the close, of which some were received in time: had a
 * server judged by when it writes, none of them would count.
 */
export function judgeHeld(rounds: readonly Round[]): string[] {
  const held = rounds.filter(({ kind }) => kind === 'held');
  const counted = held.flatMap(({ period, told }) =>
    told.filter(({ answer, answeredMs }) => answer && answeredMs >= period.closesAt.getTime()),
  );
  if (held.length === 0) return [];
  return [
    ...(counted.length > 0 ? [] : ['no vote that was written after a close counts']),
    ...(counted.some(({ vote }) => vote.conversion)
      ? []
      : ['no vote with tickets that was written after a close counts']),
  ];
}

/**
 * Checks that after the close an answered vote gets the same answer again and its fan's next vote is refused. Returns
 * violations.
 */
export async function judgeAfterwards(address: string, { told, period }: Round, freshKey: string): Promise<string[]> {
  const one = told.find(({ answer }) => answer);
  if (!one?.answer) return [];
  const again = await sendUntilAnswered(address, one.vote);
  const next = await sendUntilAnswered(address, { ...one.vote, key: freshKey });
  const isSame = typeof again !== 'string' && isDeepStrictEqual(again.answer, one.answer);
  const isRefused = typeof next !== 'string' && next.answer === undefined;
  return [
    ...(isSame ? [] : [`vote ${one.vote.key} got another answer afterwards: ${JSON.stringify(again)}`]),
    ...(isRefused ? [] : [`a vote long after the close got: ${JSON.stringify(next)}`]),
  ].map((violation) => `${period.activityId}: ${violation}`);
}

async function readVotes(ownerPool: OwnerPool, period: number): Promise<Map<string, WrittenVote>> {
  const { rows } = await ownerPool.query<WrittenVote>(
    'SELECT key, id, received_at FROM ledger.transfer WHERE book = $1 AND reason = 10',
    [period],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

async function readTallies(ownerPool: OwnerPool, activityId: string): Promise<number> {
  const { rows } = await ownerPool.query<{ votes: number }>(
    `SELECT coalesce(sum(s.credits - s.debits), 0)::integer AS votes
       FROM candidate_tally c LEFT JOIN ledger.pool_shard s ON s.pool = c.pool WHERE c.activity_id = $1`,
    [activityId],
  );
  return rows[0]?.votes ?? 0;
}

async function readClosing(ownerPool: OwnerPool, period: number): Promise<string | undefined> {
  const { rows } = await ownerPool.query<{ status: string }>('SELECT status FROM ledger.period WHERE id = $1', [
    period,
  ]);
  return rows[0]?.status;
}
