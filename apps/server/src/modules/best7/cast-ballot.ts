import type { Contract, DataOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { Clock } from '#/lib/clock.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Activity } from '#/modules/elections/index.ts';
import { countBallot, insertBallot } from './best7.store.ts';
import { type Poll, ballotDay, isTooLateToCount, nextBallotAfter, pollState } from './poll.rules.ts';

type CastBallot = DataOf<Contract['POST /activity/api/v1/vote/doBest7Vote']>;

export type BallotIntent = {
  readonly fanId: number;
  readonly poll: Poll;
  /** The poll's activity; only its idols can be named. */
  readonly activity: Activity;
  /** Seven ids; the first gets the most points. */
  readonly idolIds: readonly string[];
  readonly key: string;
  /** The arrival of the request; it decides whether the ballot counts and on which day. */
  readonly receivedAt: Date;
};

/** Casts a fan's ballot for the day of receipt. */
export async function castBallot(tx: Transaction<DB>, clock: Clock, intent: BallotIntent): Promise<CastBallot> {
  const { fanId, poll, activity, idolIds, key, receivedAt } = intent;
  const state = pollState(poll, receivedAt);
  if (state === 'scheduled') throw new Refusal('BEST7_NOT_OPEN');
  if (state !== 'open') throw new Refusal('BEST7_ENDED');
  assertCandidates(activity, idolIds);

  const { activityId } = poll;
  const day = ballotDay(poll, receivedAt);
  const ballotId = await insertBallot(tx, { fanId, activityId, day, idolIds, key, castAt: receivedAt }).catch(
    refuseAfterResult,
  );
  if (ballotId === undefined) throw new Refusal('BEST7_ALREADY_CAST');
  await countBallot(tx, { fanId, activityId, idolIds });
  // Checked last: a ballot that waited must not change a final result.
  if (isTooLateToCount(poll, clock.now())) throw new Refusal('BEST7_ENDED');
  return {
    ballotId,
    activityId,
    day,
    castAt: receivedAt.toISOString(),
    idolIds: [...idolIds],
    nextBallotAt: nextBallotAfter(poll, day)?.toISOString() ?? null,
  };
}

/** Refuses a ballot after the result, which another replica may have stored already, because clocks differ. */
function refuseAfterResult(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'best7_ballot_before_the_result')
    throw new Refusal('BEST7_ENDED');
  throw error;
}

function assertCandidates({ candidates }: Activity, idolIds: readonly string[]): void {
  if (new Set(idolIds).size < idolIds.length) throw new Refusal('BEST7_IDOL_TWICE');
  for (const idolId of idolIds) {
    const candidate = candidates.get(idolId);
    if (!candidate) throw new Refusal('BEST7_IDOL_UNKNOWN');
    if (candidate.isWithdrawn) throw new Refusal('IDOL_WITHDRAWN');
  }
}
