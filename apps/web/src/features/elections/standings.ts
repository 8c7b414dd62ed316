import type { Contract, DataOf } from '@lightstick/contract';
import type { Activity } from './voting-phase.ts';

export type Idol = DataOf<Contract['GET /activity/api/v1/vote/idol/getAllIdolList']>[number];
export type Ranking = DataOf<Contract['GET /activity/api/v1/vote/ranking']>;
export type Team = Omit<DataOf<Contract['GET /activity/api/v1/vote/idol/getVoteIdolTeams']>[number], 'votes'>;

/** The votes to reach the rank above, or what was missing after the close; null for a shared rank. */
export type Gap = { readonly rank: number; readonly votes: number };

/** An idol with her present standing. `gap` is null at the top. */
export type IdolStanding = Idol & {
  readonly gap: Gap | null;
  /** The ranking of the current round can no longer change. */
  readonly isOver: boolean;
  /** She is the first of the final result, alone or with her equals, and was voted for. */
  readonly hasWon: boolean;
};

/**
 * Joins the idol list with the live ranking; an idol without a row keeps the list's values, eliminated ones follow.
 * Where the first to reach a count leads, climbing takes one vote more than the gap while voting is open.
 */
export function standings(
  idols: readonly Idol[],
  ranking: Ranking | undefined,
  activity: Pick<Activity, 'tieRule' | 'state'> | undefined,
): readonly IdolStanding[] {
  const { state, roundState = state }: Partial<Pick<Ranking, 'state' | 'roundState'>> = ranking ?? activity ?? {};
  const isOver = roundState === 'closing' || roundState === 'tallying' || roundState === 'final';
  const toPass = isOver || activity?.tieRule === 'sharedPlace' ? 0 : 1;
  const rows: readonly Partial<Idol>[] = ranking ? [...ranking.list, ...ranking.left] : [];
  const live = new Map(rows.map((row) => [row.idolId, { change: 0, leftInRound: null, ...row }]));
  const ranked = idols
    .map((idol) => ({ ...idol, ...live.get(idol.idolId) }))
    .toSorted(
      (one, other) =>
        (other.leftInRound ?? Infinity) - (one.leftInRound ?? Infinity) ||
        one.rank - other.rank ||
        other.votes - one.votes,
    );
  return ranked.map((idol, index) => {
    const above = idol.leftInRound === null ? ranked[index - 1] : undefined;
    const gap = above ? { rank: above.rank, votes: Math.max(0, above.votes - idol.votes) + toPass } : null;
    return { ...idol, gap, isOver, hasWon: state === 'final' && idol.rank === 1 && idol.votes > 0 };
  });
}
