import { addDays, instantOfLocalTime, localDateAt } from '#/lib/local-date.ts';
import type { NoticeKind } from './notice-kinds.ts';

/** The most pushes of a fan on a day of theirs; a CHECK of `push_fan` repeats it. */
export const mostADay = 3;

const nightEnds = '08:00';
const nightBegins = '22:00';

/** Returns the end of the night that an instant falls into, in a zone; undefined by day. */
export function endOfNight(at: Date, timeZone: string): Date | undefined {
  const today = localDateAt(at, timeZone);
  const morning = instantOfLocalTime(today, nightEnds, timeZone);
  if (at < morning) return morning;
  if (at < instantOfLocalTime(today, nightBegins, timeZone)) return undefined;
  return instantOfLocalTime(addDays(today, 1), nightEnds, timeZone);
}

export type PushFan = {
  readonly timeZone: string;
  readonly atNight: boolean;
  /** The fan's day of the last push, and how many there were. */
  readonly day: string | null;
  readonly sent: number;
};

export type DuePush = {
  readonly id: number;
  readonly kind: NoticeKind;
  /** From when it says nothing any more; null for never. */
  readonly staleAt: Date | null;
  /** The fan has read it in the app, or has muted its topic since. */
  readonly isUnwanted: boolean;
};

type Plan<Due> = {
  /** Due then instead of now. */
  readonly postponedTo: Date | undefined;
  readonly pushed: readonly Due[];
  readonly day: string;
  readonly sent: number;
};

/**
 * Decides which due notices of a fan are pushed: none at night unless wanted, of each kind only the newest, the newest
 * first, and three a day. The others are not pushed any more; the app has them.
 */
export function planPushes<Due extends DuePush>(fan: PushFan, due: readonly Due[], at: Date): Plan<Due> {
  const day = localDateAt(at, fan.timeZone);
  const sent = fan.day === day ? fan.sent : 0;
  const postponedTo = fan.atNight ? undefined : endOfNight(at, fan.timeZone);
  if (postponedTo) return { postponedTo, pushed: [], day, sent };
  const wanted = due.filter(({ isUnwanted, staleAt }) => !isUnwanted && (staleAt === null || at < staleAt));
  const newestFirst = wanted.toSorted((one, two) => two.id - one.id);
  const newest = newestFirst.filter(
    ({ kind }, index) => newestFirst.findIndex((other) => other.kind === kind) === index,
  );
  const pushed = newest.slice(0, mostADay - sent);
  return { postponedTo, pushed, day, sent: sent + pushed.length };
}
