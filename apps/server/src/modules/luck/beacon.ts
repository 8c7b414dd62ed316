import { quicknet } from '@lightstick/chance';
import * as z from 'zod';
import type { Settings } from '#/config/settings.ts';
import type { Metrics } from '#/http/metrics.ts';
import { shortText } from '#/lib/short-text.ts';
import type { Log } from '#/log.ts';

/** The source of the randomness of raffles. */
export type Beacon = {
  /** The kind of raffles that are published from now on. */
  readonly kind: 'drand' | 'organiser';
  /**
   * Fetches drand's signature of a round, for any `kind`: a raffle keeps the beacon with which it was published.
   * @returns 48 checked bytes, or undefined while no relay has the round
   */
  readonly fetchRound: (round: number) => Promise<Uint8Array | undefined>;
};

type BeaconParts = {
  readonly settings: Pick<Settings, 'draws'>;
  readonly log: Log;
  readonly metrics: { readonly drandAnswers: Pick<Metrics['drandAnswers'], 'inc'> };
  /** The longest wait for one relay. */
  readonly timeoutMs?: number;
};

const published = z.object({ round: z.int(), signature: z.string() });

/** A round has some 300 characters. */
const longestAnswer = 4 * 1024;

/**
 * Asks the relays of drand one after the other, over HTTP without redirects. Only a signature of the chain is believed, so a
 * relay can be silent and cannot lie. The log has its host only, because a path may hold a key.
 */
export function createBeacon({ settings, log, metrics, timeoutMs = 5_000 }: BeaconParts): Beacon {
  const { beacon, relays } = settings.draws;

  async function ask(relay: string, round: number): Promise<RelayAnswer> {
    let text: string;
    try {
      const response = await fetch(`${relay}/${quicknet.chainHash}/public/${round}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status === 404 || response.status === 425) return { answer: 'early' };
      if (!response.ok) return { answer: 'away', cause: `status ${response.status}` };
      text = await shortText(response, longestAnswer);
    } catch (error) {
      return { answer: 'away', cause: error };
    }
    return readRound(text, round);
  }

  async function fetchRound(round: number): Promise<Uint8Array | undefined> {
    for (const relay of relays) {
      const given = await ask(relay, round);
      metrics.drandAnswers.inc({ answer: given.answer });
      if (given.answer === 'round') return given.signature;
      const where = { relay: new URL(relay).host, round };
      if (given.answer === 'early') log.info(where, 'a relay of drand does not have the round yet');
      else log.warn({ ...where, err: given.cause }, `a relay of drand ${failures[given.answer]}`);
    }
    metrics.drandAnswers.inc({ answer: 'none' });
    return undefined;
  }

  return { kind: beacon, fetchRound };
}

type RelayAnswer =
  | { readonly answer: 'round'; readonly signature: Uint8Array }
  /** The round is not published yet. */
  | { readonly answer: 'early' }
  | { readonly answer: 'away' | 'wrong'; readonly cause: unknown };

const failures = { away: 'did not answer as it should', wrong: 'gave what drand did not publish' } as const;

/** Reads a round. The curves of signatures are loaded with the first draw, because few servers need them. */
async function readRound(text: string, round: number): Promise<RelayAnswer> {
  const { verifyRound } = await import('@lightstick/chance/drand');
  let given: z.output<typeof published>;
  try {
    given = published.parse(JSON.parse(text));
  } catch (error) {
    return { answer: 'wrong', cause: error };
  }
  if (given.round !== round) return { answer: 'wrong', cause: `round ${given.round}` };
  if (!verifyRound(round, given.signature)) return { answer: 'wrong', cause: 'not signed by drand' };
  return { answer: 'round', signature: Buffer.from(given.signature, 'hex') };
}
