import { type ClockOffset, likelyOffsetMs, narrowOffset } from './clock-offset.ts';

let offset: ClockOffset | undefined;

/** Learns from one answer's Date header; an Age header says that a cache has held the answer since. */
export function observeServerDate(headers: Headers, sentAtMs: number, receivedAtMs: number): void {
  const dateMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(dateMs) || headers.has('age')) return;
  offset = narrowOffset(offset, { serverMs: dateMs, sentAtMs, receivedAtMs });
}

/** The server's clock now, in Unix milliseconds: what counts for opening, closing and countdowns. */
export function serverNowMs(): number {
  return Date.now() + likelyOffsetMs(offset);
}
