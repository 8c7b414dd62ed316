import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { findLastBallot } from './best7.store.ts';
import type { LiveResults } from './live-results.ts';
import type { Ballot, Poll } from './poll.ts';
import { ballotDay, nextBallotAfter, pollState } from './poll.rules.ts';

type ShownPoll = NonNullable<DataOf<Contract['GET /activity/api/v1/vote/best7']>['poll']>;
type Mine = NonNullable<ShownPoll['mine']>;

type Question = {
  readonly poll: Poll;
  /** Nobody, where the caller is anonymous. */
  readonly fanId: number | undefined;
  readonly at: Date;
};

/** A poll as a fan sees it: where it is, its results, and what they have cast. */
export async function readPoll(
  { db, results }: { db: Kysely<DB>; results: LiveResults },
  { poll, fanId, at }: Question,
): Promise<ShownPoll> {
  const { ballots, standings, isFinal } = await results.current(poll.activityId);
  return {
    activityId: poll.activityId,
    // Whatever the clock says: it is final when its result is written down.
    state: isFinal ? 'final' : stateUntilFinal(poll, at),
    opensAt: poll.opensAt.toISOString(),
    closesAt: poll.closesAt.toISOString(),
    timeZone: poll.timeZone,
    ballots,
    results: [...standings],
    mine: fanId === undefined ? null : await readMine(db, { poll, fanId, at }),
  };
}

function stateUntilFinal(poll: Poll, at: Date): ShownPoll['state'] {
  const state = pollState(poll, at);
  return state === 'final' ? 'closing' : state;
}

async function readMine(db: Kysely<DB>, { poll, fanId, at }: Question & { fanId: number }): Promise<Mine> {
  const last = shown(await findLastBallot(db, { fanId, activityId: poll.activityId }));
  if (last?.day !== ballotDay(poll, at)) return { today: null, last, nextBallotAt: null };
  return { today: last, last, nextBallotAt: nextBallotAfter(poll, last.day)?.toISOString() ?? null };
}

function shown(ballot: Ballot | undefined): Mine['last'] {
  return ballot ? { ...ballot, castAt: ballot.castAt.toISOString(), idolIds: [...ballot.idolIds] } : null;
}
