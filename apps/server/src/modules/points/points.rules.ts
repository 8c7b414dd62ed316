import { formatEther } from 'viem/utils';
import { isoWeekOf, localDateAt, startOfWeek } from '#/lib/local-date.ts';

/** A week of the platform's calendar: its ISO name and its first instant. */
export type Week = { readonly name: string; readonly startsAt: Date };

/** Returns the week of an instant and the next week. Weeks begin on Monday at midnight in the platform's time zone. */
export function weeksAt(at: Date, timeZone: string): readonly [Week, Week] {
  const [startsAt, nextAt] = [startOfWeek(at, timeZone), startOfWeek(at, timeZone, 1)];
  const nameWeek = (start: Date): Week => ({ name: isoWeekOf(localDateAt(start, timeZone)), startsAt: start });
  return [nameWeek(startsAt), nameWeek(nextAt)];
}

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const minuteMs = 60_000;

/** BNB Smart Chain's test network. Coins of any other chain would have a value. */
export const testChainId = 97;

/** Test coins per grant. */
export const testCoins = 10;

/** Grants per network address and day; a school or a stadium may share one address. */
export const grantsPerNetworkAndDay = 50;

/** Writes wei as coins of the chain, such as 0.01. */
export const coinsOf = (wei: bigint): string => formatEther(wei);

/** Returns when a fan may take coins again. */
export function nextGrantAt(grantedAt: Date): Date {
  return new Date(grantedAt.getTime() + dayMs);
}

/** Returns the remaining wait in hours and minutes, rounded up so that a fan does not come back too early. */
export function waitUntil(nextAt: Date, now: Date): { hours: number; minutes: number } {
  const minutes = Math.ceil((nextAt.getTime() - now.getTime()) / minuteMs);
  const hours = Math.floor((minutes * minuteMs) / hourMs);
  return { hours, minutes: minutes - hours * 60 };
}
