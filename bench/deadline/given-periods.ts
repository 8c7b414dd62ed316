import { atOnce, givenActivity, givenIdols } from '../world/given-activity.ts';
import type { OwnerPool } from '../world/owner-connection.ts';

/** A period that closes soon, with its own activity. */
export type ShortPeriod = {
  readonly period: number;
  readonly activityId: string;
  readonly voteAsset: string;
  readonly closesAt: Date;
};

const firstPeriod = 100_001;
/** Votes that every fan has in each period for nothing, so that none need be granted. */
const freeVotes = 1_000;
const gapMs = 200;

export type PeriodsPlan = {
  readonly periods: number;
  /** Between the moment at which everything is in place and the first close, on a machine that has nothing else to do. */
  readonly leadMs: number;
};

/**
 * Adds many periods that are open and close one after the other. All in one transaction, because a server caches for
 * seconds what it sees.
 */
export function givenPeriods(ownerPool: OwnerPool, { periods, leadMs }: PeriodsPlan): Promise<ShortPeriod[]> {
  return atOnce(ownerPool, async (client) => {
    await givenIdols(client);
    const numbers = Array.from({ length: periods }, (_, position) => firstPeriod + position);
    // What takes long comes before the closing times are known, and tells how fast the machine is today.
    const startedMs = Date.now();
    for (const period of numbers) await client.query('SELECT ledger.open_book($1)', [period]);
    const firstCloseMs = Date.now() + leadMs + 3 * (Date.now() - startedMs);
    const given = numbers.map((period, position) => ({
      period,
      activityId: String(period),
      voteAsset: `DEADLINE_VOTE_${period}`,
      closesAt: new Date(firstCloseMs + position * gapMs),
    }));
    for (const { period: number, voteAsset, closesAt } of given) {
      await givenActivity(client, { number, voteAsset, closesAt, timeZone: 'UTC', dailyCap: null, freeVotes });
    }
    return given;
  });
}
