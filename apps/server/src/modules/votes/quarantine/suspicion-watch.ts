import { randomUUID } from 'node:crypto';
import type { RuleDocument } from '@lightstick/contract';
import type { Pool } from 'pg';
import type { Clock } from '#/clock.ts';
import { everySecond } from '#/every-second.ts';
import { networkOf } from '#/network-of.ts';
import type { ServerKeys } from '#/server-keys.ts';
import type { Suspicion } from '../votes.store.ts';
import { createCrowds, type Sight } from './crowds.ts';
import { createPaces } from './paces.ts';

/** When votes are set aside, as the rules of their activity say it. */
export type QuarantineTerms = NonNullable<RuleDocument['quarantine']>;

/** From where a vote came, as far as the server is told. */
export type VoteSource = {
  /** `X-Deviceid`, which nobody has to send and anybody can make up. */
  readonly deviceId: string | undefined;
  readonly address: string;
};

export type SeenVote = VoteSource & {
  readonly period: number;
  readonly fanId: number;
  /** The call's idempotency key: its repeats are the same vote. */
  readonly key: string;
  readonly receivedAt: Date;
};

/** Which votes are suspicious, by what this process and its fellows have seen lately. */
export type SuspicionWatch = {
  /** Sees a vote, and tells why it is to be set aside, if it is. It asks nobody. */
  see(terms: QuarantineTerms, vote: SeenVote): Suspicion | null;
  /** Forgets of a fan's speed a call that cast no vote: one that was refused or shed, or the repeat of an older one. */
  forgetCall(vote: Omit<SeenVote, keyof VoteSource>): void;
  /** Has the other processes told of a vote that was cast: what is refused costs its fan nothing, so nobody stores it. */
  tell(vote: SeenVote): void;
  /** Remembers from where a vote in quarantine came, for those who decide about it. */
  keep(voteId: string, suspicion: Suspicion, vote: Pick<SeenVote, 'period' | keyof VoteSource>): void;
  /** Tells the other processes what is new here, and hears what they have seen. */
  exchange(): Promise<void>;
  /** Tells what is still to tell, then stops. */
  stop(): Promise<void>;
};

/**
 * Watches the votes of a process, in memory alone, so that a vote costs no question. Once a second it tells the others by way
 * of the database, and hears which devices and addresses are crowded; so a process that starts knows them at once.
 */
export function createSuspicionWatch({
  pool,
  clock,
  keys,
  onError,
}: {
  readonly pool: Pick<Pool, 'query'>;
  readonly clock: Clock;
  readonly keys: ServerKeys;
  readonly onError: (error: unknown) => void;
}): SuspicionWatch {
  const paces = createPaces(randomUUID());
  const crowds = createCrowds(keys);
  let exchanging = Promise.resolve();

  /** One after the other, whoever asks. */
  function exchange(): Promise<void> {
    exchanging = exchanging
      .catch(() => undefined)
      .then(async () => {
        const nowMs = clock.now().getTime();
        await crowds.exchange(pool, nowMs);
        await paces.exchange(pool, nowMs);
      });
    return exchanging;
  }

  const exchanges = everySecond(exchange, onError);
  exchange().catch(onError);
  return {
    see({ callsPerMinute, fansPerDevice, fansPerAddress }, vote) {
      const { period, fanId, key, receivedAt } = vote;
      const atMs = receivedAt.getTime();
      const isTooMany = (kind: Sight['kind'], most: number | null) => {
        const sight = sightOf(kind, vote);
        return most !== null && sight !== undefined && crowds.see(sight, { fanId, most, atMs });
      };
      const isTooFast = callsPerMinute !== null && paces.see({ period, fanId, key, most: callsPerMinute, atMs });
      const onDevice = isTooMany('device', fansPerDevice);
      const fromAddress = isTooMany('address', fansPerAddress);
      // The plainest sign is the one that is told.
      if (onDevice) return 'device';
      if (isTooFast) return 'speed';
      return fromAddress ? 'address' : null;
    },
    forgetCall: ({ receivedAt, ...call }) => paces.forget({ ...call, atMs: receivedAt.getTime() }),
    tell(vote) {
      for (const kind of ['device', 'address'] as const) {
        const sight = sightOf(kind, vote);
        if (sight) crowds.tell(sight, { fanId: vote.fanId, atMs: vote.receivedAt.getTime() });
      }
    },
    keep(voteId, suspicion, vote) {
      const sight = suspicion === 'speed' ? undefined : sightOf(suspicion, vote);
      if (sight) crowds.keep(voteId, sight);
    },
    exchange,
    async stop() {
      await exchanges.stop();
      await exchange().catch(onError);
    },
  };
}

function sightOf(
  kind: Sight['kind'],
  { period, deviceId, address }: Pick<SeenVote, 'period' | keyof VoteSource>,
): Sight | undefined {
  const name = kind === 'device' ? deviceId : networkOf(address);
  return name === undefined ? undefined : { period, kind, name };
}
