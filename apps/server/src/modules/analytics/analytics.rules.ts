import type { Contract, RequestOf } from '@lightstick/contract';

export type Batch = RequestOf<Contract['POST /analytics/api/v1/events']>['body'];

const minuteMs = 60_000;
/** Longer ago than a tab keeps what it has measured, a time comes from a wrong clock. */
const oldestMs = 24 * 60 * minuteMs;

/** Whether a browser asks not to be measured: Do Not Track, or Global Privacy Control. */
export function wantsNoMeasuring(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers['dnt'] === '1' || headers['sec-gpc'] === '1';
}

/** An instant cut to its minute, so that no row can be matched with what the ledger has at that instant. */
export function toMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
}

/** When an event happened, by the tab's clock as long as that can be, else when it was received. */
export function happenedAt(at: string, receivedAt: Date): Date {
  const agoMs = receivedAt.getTime() - Date.parse(at);
  return toMinute(agoMs >= 0 && agoMs <= oldestMs ? new Date(at) : receivedAt);
}
