import { setTimeout as sleep } from 'node:timers/promises';
import { type SeededRandom, randomFromSeed } from '../../apps/server/src/lib/random-from-seed.ts';
import { uuidV7 } from '../../apps/server/src/lib/uuid.ts';
import { ErrorCode, type Contract, type DataOf, type Envelope, errorName } from '../../packages/contract/src/index.ts';
import type { World } from './given-world.ts';
import type { Recoveries } from './recoveries.ts';

const pauseMs = 150;
/** Longer than any recovery; who is still without an answer then has found a fault. */
const patienceMs = 90_000;

type Casting = {
  readonly addresses: readonly [string, ...string[]];
  readonly sheet: Sheet;
  readonly recoveries: Recoveries;
};

/**
 * Sends a vote with the same key until its outcome is known, and notes everything that was seen on the way.
 *
 * @param home which server is asked first; after trouble the next one is
 */
async function castUntilKnown(casting: Casting, vote: Vote, home: number): Promise<void> {
  const { addresses, sheet, recoveries } = casting;
  const giveUpMs = performance.now() + patienceMs;
  for (let sendings = 0; performance.now() < giveUpMs; sendings += 1) {
    if (sendings > 0) {
      await sleep(pauseMs * (0.5 + Math.random()));
      sheet.resends += 1;
    }
    const address = addresses[(home + sendings) % addresses.length] ?? addresses[0];
    const begunMs = performance.now();
    const sentMs = Date.now();
    const outcome = await sendVote(address, vote);
    if (outcome.kind === 'answered' || outcome.kind === 'refused') {
      const answer = outcome.kind === 'answered' ? outcome.answer : undefined;
      const refusal = outcome.kind === 'refused' ? outcome.reason : undefined;
      const isReplay = sendings > 0 && answer !== undefined && new Date(answer.receipt.receivedAt).getTime() < sentMs;
      sheet.told.push({ vote, answer, refusal, isReplay, address, sentMs, answeredMs: Date.now() });
      recoveries.noteAnswer(address, begunMs);
      return;
    }
    noteTrouble(sheet, outcome);
  }
  sheet.wrong.push(`no answer to vote ${vote.key} for ${patienceMs / 1000} s`);
}

function noteTrouble(sheet: Sheet, outcome: Exclude<Outcome, { kind: 'answered' | 'refused' }>): void {
  if (outcome.kind === 'unreached') sheet.unreached += 1;
  else if (outcome.kind === 'unknown') sheet.unknown[outcome.reason] += 1;
  else sheet.wrong.push(`status ${outcome.status} with code ${outcome.code}`);
}

type Crowd = {
  readonly world: World;
  /** How many votes are on their way at once. */
  readonly clients: number;
  readonly seed: string;
};

/** Half of all votes go to one idol, as on the last night of an election. */
const hotShare = 0.5;
const mostAtOnce = 3;
/** Of the votes in an election for which fans have tickets. */
const ticketShare = 0.25;
const mostTickets = 2;

/** Votes without end, until it is stopped; then resolves once every vote that was begun has its answer. */
export function startVotes({ world, clients, seed }: Crowd, casting: Casting): { stop(): Promise<void> } {
  let isStopped = false;

  async function keepVoting(client: number): Promise<void> {
    const random = randomFromSeed(seed, `client ${client}`);
    while (!isStopped) await castUntilKnown(casting, chooseVote(world, random), client);
  }

  const voting = Promise.all(Array.from({ length: clients }, (_, client) => keepVoting(client)));
  // It is awaited by `stop`; until then a failure must not end the process.
  voting.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await voting;
    },
  };
}

function chooseVote(world: World, random: SeededRandom): Vote {
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

/** What came of sending a vote once. */
type Outcome =
  | { readonly kind: 'answered'; readonly answer: VoteAnswer }
  /** Refused for good: the ledger has judged it and has written nothing. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The connection was refused, so the vote has no effect. */
  | { readonly kind: 'unreached' }
  /** It may have been written or not. */
  | { readonly kind: 'unknown'; readonly reason: 'connection lost' | 'no answer in time' | 'server unavailable' }
  /** An answer that a fault of the database or the server must not lead to. */
  | { readonly kind: 'wrong'; readonly status: number; readonly code: number };

const timeoutMs = 15_000;
const finalRefusals: readonly number[] = [
  ErrorCode.INSUFFICIENT_VOTES,
  ErrorCode.INSUFFICIENT_TICKETS,
  ErrorCode.DAILY_CAP_REACHED,
  ErrorCode.VOTING_ENDED,
];

/** Sends a vote once. */
export async function sendVote(address: string, vote: Vote): Promise<Outcome> {
  const { activityId, idolId, num, conversion } = vote;
  let reply: Response;
  let envelope: Envelope<VoteAnswer>;
  try {
    reply = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: vote.token, 'idempotency-key': vote.key },
      body: JSON.stringify({ activityId, idolId, num, conversion }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    envelope = (await reply.json()) as Envelope<VoteAnswer>;
  } catch (error) {
    return failure(error as Error);
  }
  const { code, data } = envelope;
  if (data !== null) return { kind: 'answered', answer: data };
  if (reply.status === 503 && code === ErrorCode.OVERLOADED) return { kind: 'unknown', reason: 'server unavailable' };
  if (finalRefusals.includes(code)) return { kind: 'refused', reason: errorName(code) ?? String(code) };
  return { kind: 'wrong', status: reply.status, code };
}

function failure(error: Error): Outcome {
  if (error.name === 'TimeoutError') return { kind: 'unknown', reason: 'no answer in time' };
  const { cause } = error;
  const isUnreached = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
  return isUnreached ? { kind: 'unreached' } : { kind: 'unknown', reason: 'connection lost' };
}

/** A vote with everything its fan saw until the outcome was known. */
export type AnsweredVote = {
  readonly vote: Vote;
  readonly answer: VoteAnswer | undefined;
  readonly refusal: string | undefined;
  /** The answer to a resend that tells of a vote written by an earlier sending. */
  readonly isReplay: boolean;
  /** Where it was sent for the last time, and between which moments of this machine, in Unix milliseconds. */
  readonly address: string;
  readonly sentMs: number;
  readonly answeredMs: number;
};

type UnknownReason = Extract<Outcome, { kind: 'unknown' }>['reason'];

/** What all fans together were told. */
export type Sheet = {
  readonly told: AnsweredVote[];
  readonly unknown: Record<UnknownReason, number>;
  unreached: number;
  resends: number;
  /** Answers that no fault may lead to, such as an internal error. */
  readonly wrong: string[];
};

export function emptySheet(): Sheet {
  return {
    told: [],
    unknown: { 'connection lost': 0, 'no answer in time': 0, 'server unavailable': 0 },
    unreached: 0,
    resends: 0,
    wrong: [],
  };
}
