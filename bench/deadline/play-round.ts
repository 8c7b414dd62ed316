import { setTimeout as sleep } from 'node:timers/promises';
import { closingGraceMs } from '../../apps/server/src/modules/elections/activity.rules.ts';
import { randomFromSeed } from '../../apps/server/src/lib/random-from-seed.ts';
import { uuidV7 } from '../../apps/server/src/lib/uuid.ts';
import { sendVote, type Vote } from '../faults/send-vote.ts';
import type { SimulatedFan } from '../world/given-fans.ts';
import type { OwnerPool } from '../world/owner-connection.ts';
import { idolIds } from '../world/given-activity.ts';
import type { ShortPeriod } from './given-periods.ts';
import type { AnsweredVote } from './judge-vote.ts';

/**
 * How a period closes. `plain`: normally; `held`: some fans' accounts are locked over the closing second, so that their
 * votes are written after it; `raced`: closed in the ledger at the closing second, without the grace.
 */
export const kinds = ['plain', 'held', 'raced'] as const;
export type Kind = (typeof kinds)[number];

export type Round = {
  readonly period: ShortPeriod;
  readonly kind: Kind;
  readonly told: readonly AnsweredVote[];
  /** What no fan may be told. */
  readonly wrong: readonly string[];
};

export type Stage = {
  readonly ownerPool: OwnerPool;
  /** The connections for locks, which several rounds hold at once. */
  readonly lockPools: readonly OwnerPool[];
  readonly addresses: readonly [string, ...string[]];
  readonly fans: readonly [SimulatedFan, ...SimulatedFan[]];
  readonly seed: string;
};

const votesAtClose = 12;
/** Every third vote converts a ticket first. */
const ticketEvery = 3;
const conversion = { tickets: 1, votes: 1 };
/** The times of votes, before (negative) and after the closing instant, in milliseconds. */
const around = { first: -40, last: 25 };
/** The time of votes whose fan's account is locked: in time, even on a busy machine. */
const wellBeforeMs = 1_500;
const heldVotes = 3;
const heldForMs = 200;
const resendMs = 100;
const mostSendings = 20;

/** Plays votes around one close, at all servers in turn. Resolves when every vote has its answer. */
export async function playRound(stage: Stage, period: ShortPeriod, kind: Kind): Promise<Round> {
  const random = randomFromSeed(stage.seed, period.activityId);
  const closesMs = period.closesAt.getTime();
  const wrong: string[] = [];

  async function castAt(atMs: number, turn: number, fan: SimulatedFan): Promise<AnsweredVote[]> {
    const { activityId } = period;
    const idolId = random.pick(idolIds);
    await sleepUntil(atMs);
    const vote = {
      key: uuidV7(new Date()),
      fanId: fan.id,
      token: fan.token,
      activityId,
      idolId,
      num: 1,
      conversion: turn % ticketEvery === 0 ? conversion : undefined,
    };
    const address = stage.addresses[turn % stage.addresses.length] ?? stage.addresses[0];
    const told = await sendUntilAnswered(address, vote);
    if (typeof told !== 'string') return [told];
    wrong.push(`vote ${vote.key} of ${activityId}: ${told}`);
    return [];
  }

  const fan = () => random.pick(stage.fans);
  const casting = Array.from({ length: votesAtClose }, (_, turn) =>
    castAt(closesMs + random.between(around.first, around.last), turn, fan()),
  );
  if (kind === 'held') casting.push(...(await castWhileHeld(stage, period, castAt)));
  if (kind === 'raced') {
    await sleepUntil(closesMs);
    const graceIsOver = new Date(closesMs + closingGraceMs);
    await stage.ownerPool.query('SELECT ledger.close_period($1, $2)', [period.period, graceIsOver]);
  }
  return { period, kind, told: (await Promise.all(casting)).flat(), wrong };
}

/** Sleeps until that moment by the wall clock; a timer alone may fire a moment before it. */
async function sleepUntil(atMs: number): Promise<void> {
  for (let leftMs = atMs - Date.now(); leftMs > 0; leftMs = atMs - Date.now()) await sleep(leftMs);
}

type CastAt = (atMs: number, turn: number, fan: SimulatedFan) => Promise<AnsweredVote[]>;

/** Locks the accounts of some fans, lets them vote in time, and lets go of the accounts after the close. */
async function castWhileHeld(stage: Stage, period: ShortPeriod, castAt: CastAt): Promise<Promise<AnsweredVote[]>[]> {
  const closesMs = period.closesAt.getTime();
  const held = stage.fans.slice(0, heldVotes);
  await sleepUntil(closesMs - wellBeforeMs - heldForMs);
  const pool = stage.lockPools[period.period % stage.lockPools.length] ?? stage.ownerPool;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO ledger.account (fan, unit) SELECT f, u.id FROM unnest($1::bigint[]) f, ledger.unit u
        WHERE u.name = $2
       ON CONFLICT DO NOTHING`,
      [held.map(({ id }) => id), period.voteAsset],
    );
    const casting = held.map((fan, turn) => castAt(closesMs - wellBeforeMs, turn, fan));
    await sleepUntil(closesMs + heldForMs);
    await client.query('COMMIT');
    return casting;
  } finally {
    client.release();
  }
}

/** Sends a vote with the same key until something is known of it. Answers in words what no fan may be told. */
export async function sendUntilAnswered(address: string, vote: Vote): Promise<AnsweredVote | string> {
  const firstSentMs = Date.now();
  for (let sendings = 1; sendings <= mostSendings; sendings += 1) {
    const outcome = await sendVote(address, vote);
    const told = { vote, firstSentMs, answeredMs: Date.now(), sendings };
    if (outcome.kind === 'answered') return { ...told, answer: outcome.answer };
    if (outcome.kind === 'refused' && outcome.reason === 'VOTING_ENDED') return { ...told, answer: undefined };
    if (outcome.kind === 'refused') return `refused with ${outcome.reason}`;
    if (outcome.kind === 'wrong') return `status ${outcome.status} with code ${outcome.code}`;
    await sleep(resendMs);
  }
  return 'no answer';
}
