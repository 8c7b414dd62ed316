import { setTimeout as sleep } from 'node:timers/promises';
import { randomFromSeed, type SeededRandom } from '../../apps/server/src/lib/random-from-seed.ts';
import { ErrorCode, type Envelope, errorName } from '../../packages/contract/src/index.ts';
import type { Recoveries } from './recoveries.ts';

/** What came of sending a call once. */
export type Outcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** Refused for good: the ledger has judged it and has written nothing. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The connection was refused, so the call has no effect. */
  | { readonly kind: 'unreached' }
  /** It may have been written or not. */
  | { readonly kind: 'unknown'; readonly reason: 'connection lost' | 'no answer in time' | 'server unavailable' }
  /** An answer that a fault of the database or the server must not lead to. */
  | { readonly kind: 'wrong'; readonly status: number; readonly code: number };

/** What all fans together met on the way to their answers. */
export type Troubles = {
  readonly unknown: Record<Extract<Outcome<unknown>, { kind: 'unknown' }>['reason'], number>;
  unreached: number;
  resends: number;
  /** Answers that no fault may lead to, such as an internal error. */
  readonly wrong: string[];
};

export function noTroubles(): Troubles {
  return {
    unknown: { 'connection lost': 0, 'no answer in time': 0, 'server unavailable': 0 },
    unreached: 0,
    resends: 0,
    wrong: [],
  };
}

const timeoutMs = 15_000;

/**
 * Sends a call once.
 *
 * @param finalRefusals the codes of what is refused for good
 */
export async function sendOnce<Answer>(
  url: string,
  request: { readonly method: 'GET' | 'POST'; readonly headers: Record<string, string>; readonly body?: string },
  finalRefusals: readonly number[],
): Promise<Outcome<Answer>> {
  let reply: Response;
  let envelope: Envelope<Answer>;
  try {
    reply = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
    envelope = (await reply.json()) as Envelope<Answer>;
  } catch (error) {
    return failure(error as Error);
  }
  const { code, data } = envelope;
  if (data !== null) return { kind: 'answered', answer: data };
  const isUnavailable = code === ErrorCode.OVERLOADED || code === ErrorCode.SERVICE_UNAVAILABLE;
  if (reply.status === 503 && isUnavailable) return { kind: 'unknown', reason: 'server unavailable' };
  if (finalRefusals.includes(code)) return { kind: 'refused', reason: errorName(code) ?? String(code) };
  return { kind: 'wrong', status: reply.status, code };
}

function failure(error: Error): Outcome<never> {
  if (error.name === 'TimeoutError') return { kind: 'unknown', reason: 'no answer in time' };
  const { cause } = error;
  const isUnreached = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
  return isUnreached ? { kind: 'unreached' } : { kind: 'unknown', reason: 'connection lost' };
}

const pauseMs = 300;
/** Longer than any recovery; who is still without an answer then has found a fault. */
const patienceMs = 90_000;

export type Sending = {
  readonly addresses: readonly [string, ...string[]];
  readonly troubles: Troubles;
  readonly recoveries: Recoveries;
};

/** An outcome that is known for good. */
export type Known<Answer> = {
  readonly answer: Answer | undefined;
  readonly refusal: string | undefined;
  readonly sendings: number;
  /** The last address of the request, and between which moments of this machine it was sent, in Unix milliseconds. */
  readonly address: string;
  readonly sentMs: number;
  readonly answeredMs: number;
};

type Call<Answer> = {
  /** Names it for people. */
  readonly name: string;
  /** Which server is asked first; after trouble the next one is. */
  readonly home: number;
  readonly send: (address: string) => Promise<Outcome<Answer>>;
};

/** Sends a call until its outcome is known, and notes the troubles on the way. It is undefined when patience has run out. */
export async function sendUntilKnown<Answer>(
  { addresses, troubles, recoveries }: Sending,
  { name, home, send }: Call<Answer>,
): Promise<Known<Answer> | undefined> {
  const giveUpMs = performance.now() + patienceMs;
  for (let sendings = 1; performance.now() < giveUpMs; sendings += 1) {
    if (sendings > 1) {
      await sleep(pauseMs * (0.5 + Math.random()));
      troubles.resends += 1;
    }
    const address = addresses[(home + sendings - 1) % addresses.length] ?? addresses[0];
    const begunMs = performance.now();
    const sentMs = Date.now();
    const outcome = await send(address);
    if (outcome.kind === 'answered' || outcome.kind === 'refused') {
      const answer = outcome.kind === 'answered' ? outcome.answer : undefined;
      const refusal = outcome.kind === 'refused' ? outcome.reason : undefined;
      recoveries.noteAnswer(address, begunMs);
      return { answer, refusal, sendings, address, sentMs, answeredMs: Date.now() };
    }
    if (outcome.kind === 'unreached') troubles.unreached += 1;
    else if (outcome.kind === 'unknown') troubles.unknown[outcome.reason] += 1;
    else troubles.wrong.push(`${name}: status ${outcome.status} with code ${outcome.code}`);
  }
  troubles.wrong.push(`no answer to ${name} for ${patienceMs / 1000} s`);
  return undefined;
}

export type Clients = {
  /** Resolves once every call that was begun has its answer. */
  readonly stop: () => Promise<void>;
};

/** Lets some clients make calls without end, each by its own chances, until they are stopped. */
export function startClients(
  clients: number,
  seed: string,
  call: (client: number, random: SeededRandom) => Promise<void>,
): Clients {
  let isStopped = false;

  async function keepCalling(client: number): Promise<void> {
    const random = randomFromSeed(seed, `client ${client}`);
    while (!isStopped) await call(client, random);
  }

  const calling = Promise.all(Array.from({ length: clients }, (_, client) => keepCalling(client)));
  // It is awaited by `stop`; until then a failure must not end the process.
  calling.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await calling;
    },
  };
}
