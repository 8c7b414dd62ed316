import type { SeededRandom } from '../../apps/server/src/lib/random-from-seed.ts';
import { uuidV7 } from '../../apps/server/src/lib/uuid.ts';
import { ErrorCode, type Contract, type DataOf } from '../../packages/contract/src/index.ts';
import type { World } from './given-world.ts';
import { type Known, type Outcome, sendOnce, type Troubles } from './send-until-known.ts';

/** Half of all votes go to one idol, as on the last night of an election. */
const hotShare = 0.5;
const mostAtOnce = 3;
/** The share of votes in an election for which fans have tickets. */
const ticketShare = 0.25;
const mostTickets = 2;

/** Chooses the next vote of some fan. */
export function chooseVote(world: World, random: SeededRandom): Vote {
  const { fans } = world;
  const { election, tickets } = world.chooseContest(random);
  const { activityId, idolIds } = election;
  const fan = fans[Math.floor(random.next() * fans.length)];
  const idol = random.chance(hotShare) ? 0 : Math.floor(random.next() * idolIds.length);
  return {
    key: uuidV7(new Date()),
    fanId: fan?.id ?? 0,
    token: fan?.token ?? '',
    activityId,
    idolId: idolIds[idol] ?? '',
    num: 1 + Math.floor(random.next() * mostAtOnce),
    conversion: tickets && random.chance(ticketShare) ? chooseConversion(tickets.votesPerTicket, random) : undefined,
  };
}

function chooseConversion(votesPerTicket: number, random: SeededRandom): Vote['conversion'] {
  const tickets = 1 + Math.floor(random.next() * mostTickets);
  return { tickets, votes: tickets * votesPerTicket };
}

/** One vote as its fan means it. It is sent with the same key until its outcome is known. */
export type Vote = {
  readonly key: string;
  readonly fanId: number;
  readonly token: string;
  readonly activityId: string;
  readonly idolId: string;
  readonly num: number;
  /** Tickets to convert first, and their votes. */
  readonly conversion?: { readonly tickets: number; readonly votes: number } | undefined;
};

const path = '/activity/api/v1/vote/doVote';

export type VoteAnswer = DataOf<Contract[`POST ${typeof path}`]>;

const finalRefusals: readonly number[] = [
  ErrorCode.INSUFFICIENT_VOTES,
  ErrorCode.INSUFFICIENT_TICKETS,
  ErrorCode.DAILY_CAP_REACHED,
  ErrorCode.VOTING_ENDED,
];

/** Sends a vote once. */
export function sendVote(address: string, vote: Vote): Promise<Outcome<VoteAnswer>> {
  const { activityId, idolId, num, conversion } = vote;
  const headers = { 'content-type': 'application/json', token: vote.token, 'idempotency-key': vote.key };
  const body = JSON.stringify({ activityId, idolId, num, conversion });
  return sendOnce(`${address}${path}`, { method: 'POST', headers, body }, finalRefusals);
}

/** A vote with what its fan saw when the outcome was known. */
export type AnsweredVote = Known<VoteAnswer> & {
  readonly vote: Vote;
  /** The answer to a resend that tells of a vote written by an earlier sending. */
  readonly isReplay: boolean;
};

/** What all fans together were told. */
export type Sheet = Troubles & { readonly told: AnsweredVote[] };
