import { checkInvariants, describeViolations } from '../../apps/server/src/modules/points/invariants.view.ts';
import type { Election } from '../world/given-election.ts';
import type { OwnerPool } from '../world/owner-connection.ts';
import type { World, Contest } from './given-world.ts';
import { askAgain } from './ask-again.ts';
import { compareConversions } from './compare-conversions.ts';
import { type Judged, shorten } from './crowd.ts';
import { sendVote, type Sheet, type AnsweredVote } from './send-vote.ts';
import type { Figure, Stage } from './stages/stage.ts';

/** Compares the answers with the written votes. */
export async function judgeVotes(stage: Stage, world: World, sheet: Sheet, seed: string): Promise<Judged> {
  await using connection = await stage.connectAsOwner();
  const { ownerPool } = connection;
  const ofKind = await stage.judge(ownerPool, sheet);
  const { checked, violations: broken } = await checkInvariants(ownerPool);
  const comparisons = await Promise.all(
    world.contests.map((contest) => compareWithLedger(ownerPool, world.fans, contest, sheet.told)),
  );
  const again = await askAgain(stage, {
    told: sheet.told.filter(({ answer }) => answer !== undefined),
    seed,
    nameOf: ({ vote }) => `vote ${vote.key}`,
    send: (address, { vote }) => sendVote(address, vote),
  });
  const sum = (figure: 'votesInLedger' | 'lost' | 'doubled') =>
    comparisons.reduce((total, comparison) => total + comparison[figure], 0);
  const [written, lost, doubled] = [sum('votesInLedger'), sum('lost'), sum('doubled')];
  return {
    written,
    lost,
    doubled,
    told: countAnswers(sheet),
    found: [
      ['Resends that found their vote written', sheet.told.filter((one) => one.isReplay).length],
      ['Votes in the ledger', written],
      ['Lost', lost],
      ['Counted twice', doubled],
      ['Sent once more at the end, and told the same', again.equal],
      ['Invariants checked', checked.length],
    ],
    violations: [
      ...comparisons.flatMap(({ differences }) => differences),
      ...strangeRefusals(stage, sheet),
      ...ofKind,
      ...again.differences,
      ...(broken.length > 0 ? [describeViolations(broken)] : []),
    ],
  };
}

function countAnswers({ told }: Sheet): Figure[] {
  const answered = told.filter((one) => one.answer !== undefined);
  const refusals = Map.groupBy(
    told.filter((one) => one.refusal !== undefined),
    (one) => one.refusal,
  );
  return [
    ['Votes answered', answered.length],
    ['… of these with tickets', answered.filter((one) => one.vote.conversion).length],
    ...[...refusals].map(([refusal, some]): Figure => [`Votes refused: ${refusal}`, some.length]),
  ];
}

function strangeRefusals({ refusals }: Stage, { told }: Sheet): string[] {
  return told.flatMap(({ vote, refusal }) =>
    refusal === undefined || refusals.includes(refusal) ? [] : [`vote ${vote.key} was refused with ${refusal}`],
  );
}

type Comparison = {
  readonly votesInLedger: number;
  /** Answered votes that the ledger does not have. */
  readonly lost: number;
  /** Votes that the ledger has more than once. */
  readonly doubled: number;
  /** Everything in which ledger and sheet differ, in words. */
  readonly differences: readonly string[];
};

type VoteRow = {
  key: string;
  fan: number;
  idol: string;
  num: number;
  id: number;
  remaining: number;
  idol_votes: number;
  rank: number;
  received_at: Date;
};

/** Compares the answers of one election with the ledger: vote by vote, then the sums of every fan and idol. */
async function compareWithLedger(
  ownerPool: OwnerPool,
  fans: World['fans'],
  contest: Contest,
  told: readonly AnsweredVote[],
): Promise<Comparison> {
  const { election } = contest;
  const rows = await readVotes(ownerPool, election);
  const answered = told.filter(({ answer, vote }) => answer !== undefined && vote.activityId === election.activityId);
  const byKey = Map.groupBy(rows, (row) => row.key);
  const answeredKeys = new Set(answered.map((one) => one.vote.key));

  const lost = answered.filter((one) => !byKey.has(one.vote.key)).map((one) => `lost: vote ${one.vote.key}`);
  const doubled = [...byKey].filter(([, same]) => same.length > 1).map(([key]) => `counted twice: vote ${key}`);
  const strangers = rows.filter((row) => !answeredKeys.has(row.key)).map((row) => `never answered: vote ${row.key}`);
  const otherwise = answered.flatMap((one) => differingFields(one, byKey.get(one.vote.key)?.[0]));
  const differences = [
    lost,
    doubled,
    strangers,
    otherwise,
    await compareConversions(ownerPool, election.activityId, answered),
    await fanSums(ownerPool, fans, contest, answered),
    await idolSums(ownerPool, election, answered),
  ];
  return {
    votesInLedger: rows.length,
    lost: lost.length,
    doubled: doubled.length,
    differences: differences.flatMap(shorten),
  };
}

async function readVotes(ownerPool: OwnerPool, { activityId }: Election): Promise<VoteRow[]> {
  const { rows } = await ownerPool.query<VoteRow>(
    `SELECT t.key, t.fan, c.idol_id AS idol, t.amount AS num, t.id, t.balance_after AS remaining,
      t.pool_after AS idol_votes,
            t.pool_rank AS rank, t.received_at
       FROM activity a JOIN ledger.transfer t ON t.book = a.period AND t.reason = 10
       LEFT JOIN candidate_tally c ON c.pool = t.pool
      WHERE a.id = $1`,
    [activityId],
  );
  return rows;
}

function differingFields({ vote, answer }: AnsweredVote, row: VoteRow | undefined): string[] {
  if (!answer || !row) return [];
  const pairs: Record<string, [told: unknown, written: unknown]> = {
    fan: [vote.fanId, row.fan],
    idol: [vote.idolId, row.idol],
    num: [vote.num, row.num],
    voteId: [answer.voteId, String(row.id)],
    remaining: [answer.remaining, row.remaining],
    idolVotes: [answer.idolVotes, row.idol_votes],
    rank: [answer.rank, row.rank],
    receivedAt: [answer.receipt.receivedAt, row.received_at.toISOString()],
  };
  return Object.entries(pairs)
    .filter(([, [said, written]]) => said !== written)
    .map(([field, [said, written]]) => `vote ${vote.key}: told ${field} ${String(said)}, written ${String(written)}`);
}

/**
 * Checks that a fan has the votes that were granted, given for free and converted, less all that were answered; tickets
 * likewise.
 */
async function fanSums(
  ownerPool: OwnerPool,
  fans: World['fans'],
  { election: { activityId, voteAsset }, grants, tickets }: Contest,
  answered: readonly AnsweredVote[],
): Promise<string[]> {
  const fanOf = (one: AnsweredVote) => one.vote.fanId;
  const cast = sumBy(answered, fanOf);
  const brought = sumBy(answered, fanOf, ({ vote }) => vote.conversion?.votes ?? 0);
  const paid = sumBy(answered, fanOf, ({ vote }) => vote.conversion?.tickets ?? 0);
  const { rows } = await ownerPool.query<{ fan: number; asset: string; balance: number; free: number }>(
    `SELECT c.fan, u.name AS asset, c.balance,
            (SELECT coalesce(sum(t.amount), 0)::bigint FROM ledger.transfer t
              WHERE t.book = a.period AND t.fan = c.fan AND t.reason = 11) AS free
       FROM ledger.account c JOIN ledger.unit u ON u.id = c.unit, activity a
      WHERE u.name = ANY ($1) AND a.id = $2 AND c.fan = ANY ($3)`,
    [[voteAsset, tickets?.asset], activityId, fans.map(({ id }) => id)],
  );
  const of = (sums: ReadonlyMap<number, number> | undefined, fan: number) => sums?.get(fan) ?? 0;
  return rows
    .map((row) => {
      const { fan, asset, free } = row;
      const votes = of(grants, fan) + free + of(brought, fan) - of(cast, fan);
      return { ...row, expected: asset === voteAsset ? votes : of(tickets?.grants, fan) - of(paid, fan) };
    })
    .filter((row) => row.balance !== row.expected)
    .map((row) => `fan ${row.fan} has ${row.balance} ${row.asset}, and should have ${row.expected}`);
}

async function idolSums(
  ownerPool: OwnerPool,
  { activityId }: Election,
  answered: readonly AnsweredVote[],
): Promise<string[]> {
  const cast = sumBy(answered, (one) => one.vote.idolId);
  const { rows } = await ownerPool.query<{ idol: string; votes: number }>(
    `SELECT c.idol_id AS idol, coalesce(sum(s.credits - s.debits), 0)::bigint AS votes
       FROM candidate_tally c LEFT JOIN ledger.pool_shard s ON s.pool = c.pool WHERE c.activity_id = $1
         GROUP BY c.idol_id`,
    [activityId],
  );
  return rows
    .filter((row) => row.votes !== (cast.get(row.idol) ?? 0))
    .map((row) => `idol ${row.idol} has ${row.votes} votes, and fans were told of ${cast.get(row.idol) ?? 0}`);
}

function sumBy<Key>(
  answered: readonly AnsweredVote[],
  keyOf: (one: AnsweredVote) => Key,
  amountOf: (one: AnsweredVote) => number = ({ vote }) => vote.num,
): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const one of answered) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + amountOf(one));
  return sums;
}
