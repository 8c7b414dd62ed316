import type { ActivityKind } from './activity-entries.ts';

/** What the programme needs of an activity. */
export type Programmed = {
  readonly kind: ActivityKind;
  readonly title: string;
  readonly opensAt: string;
  /** Null for what never closes. */
  readonly closesAt: string | null;
};

/** A part of a line of time, in parts of its length from 0 to 1. */
export type Span = { readonly from: number; readonly to: number };

/** An activity in its lane: lanes are counted from 0, and no two spans of a lane overlap. */
export type Slot<Entry> = {
  readonly entry: Entry;
  readonly lane: number;
  /** The time it is open; more where that is too short to be read. */
  readonly span: Span;
  /** Whether it opened before the programme begins, or closes after its end. */
  readonly isCut: { readonly before: boolean; readonly after: boolean };
};

/** Rows of the programme in their order, each with what it is about. */
export const programmeRows = ['votes', 'live', 'packets', 'luck'] as const;
export type ProgrammeRow = (typeof programmeRows)[number];

const rowOf: Readonly<Record<ActivityKind, ProgrammeRow>> = {
  votes: 'votes',
  live: 'live',
  packets: 'packets',
  boxes: 'luck',
  draws: 'luck',
};

/** CSS pixels of the line on the narrowest wide page, of a bar's padding, and of letters in its bold caption. */
const [linePx, paddingPx, latinPx, hanPx] = [420, 28, 7, 12.5];
/** The span of an icon alone. */
const iconSpan = 0.075;
const mostLanes = 4;
/** Between two spans of a lane. */
const gap = 0.01;

/** Days of the reader, from their first midnight to the one after the last. */
export type Days = { readonly fromMs: number; readonly untilMs: number; readonly startsMs: readonly number[] };

/** Returns the reader's day and those after it; a day of a clock change has 23 or 25 hours. */
export function daysFrom(nowMs: number, count: number): Days {
  const now = new Date(nowMs);
  const midnight = (day: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + day).getTime();
  const startsMs = Array.from({ length: count }, (_, day) => midnight(day));
  return { fromMs: midnight(0), untilMs: midnight(count), startsMs };
}

type Window = Pick<Days, 'fromMs' | 'untilMs'>;

/**
 * Places activities on a line of time, a row for each kind that has any. What does not meet the days is left out, and so
 * is what finds no lane: the lists below have it.
 */
export function programmeOf<Entry extends Programmed>(
  entries: readonly Entry[],
  days: Window,
): ReadonlyMap<ProgrammeRow, readonly Slot<Entry>[]> {
  const slots = entries
    .flatMap((entry) => placed(entry, days) ?? [])
    .toSorted((one, other) => one.span.from - other.span.from || other.span.to - one.span.to);
  return new Map(
    programmeRows.flatMap((row) => {
      const inLanes = placeInLanes(slots.filter(({ entry }) => rowOf[entry.kind] === row));
      return inLanes.length > 0 ? [[row, inLanes] as const] : [];
    }),
  );
}

type Placed<Entry> = Omit<Slot<Entry>, 'lane'>;

function placed<Entry extends Programmed>(entry: Entry, { fromMs, untilMs }: Window): Placed<Entry> | undefined {
  const opensMs = Date.parse(entry.opensAt);
  const closesMs = entry.closesAt === null ? Number.POSITIVE_INFINITY : Date.parse(entry.closesAt);
  if (closesMs <= fromMs || opensMs >= untilMs) return undefined;
  const partOf = (atMs: number) => (Math.min(Math.max(atMs, fromMs), untilMs) - fromMs) / (untilMs - fromMs);
  const least = entry.kind === 'packets' ? iconSpan : spanOf(entry.title);
  const from = Math.min(partOf(opensMs), 1 - least);
  // A packet is open for hours, but what counts is when it opens.
  const to = entry.kind === 'packets' ? from + least : Math.max(partOf(closesMs), from + least);
  return { entry, span: { from, to }, isCut: { before: opensMs < fromMs, after: closesMs > untilMs } };
}

/** The span in which a title can be read; all of the line for a very long one. */
function spanOf(title: string): number {
  const px = Array.from(title, (letter) => (letter > '\u2e7f' ? hanPx : latinPx)).reduce((sum, one) => sum + one, 0);
  return Math.min(1, (px + paddingPx) / linePx);
}

function placeInLanes<Entry>(slots: readonly Placed<Entry>[]): Slot<Entry>[] {
  const ends: number[] = [];
  return slots.flatMap((slot) => {
    const free = ends.findIndex((end) => end + gap <= slot.span.from);
    const lane = free === -1 ? ends.length : free;
    if (lane >= mostLanes) return [];
    ends[lane] = slot.span.to;
    return [{ ...slot, lane }];
  });
}
