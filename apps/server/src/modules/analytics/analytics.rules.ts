import type { Contract, RequestOf } from '@lightstick/contract';

export type Batch = RequestOf<Contract['POST /analytics/api/v1/events']>['body'];

const minuteMs = 60_000;
/** An event older than a tab keeps its measurements has a wrong clock. */
const oldestMs = 24 * 60 * minuteMs;

/** Returns whether a browser opts out: Do Not Track, or Global Privacy Control. */
export function wantsNoMeasuring(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers['dnt'] === '1' || headers['sec-gpc'] === '1';
}

/** Rounds an instant down to its minute, so that rows cannot be matched with the ledger. */
export function toMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
}

/** Returns the time of an event: the tab's clock if plausible, else the receipt. */
export function happenedAt(at: string, receivedAt: Date): Date {
  const agoMs = receivedAt.getTime() - Date.parse(at);
  return toMinute(agoMs >= 0 && agoMs <= oldestMs ? new Date(at) : receivedAt);
}
