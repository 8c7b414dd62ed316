import { type Language, type linkType, type TaskKind, taskKindOf, type taskTabs } from '@lightstick/contract';
import type { SocialProvider } from '#/config/providers.ts';
import { addDays, isoWeekOf, localDateAt, startOfLocalDate, startOfWeek } from '#/lib/local-date.ts';

type TextInBothLanguages = Readonly<Record<Language, string>>;

export type LinkType = (typeof linkType)['options'][number];
type TaskTab = (typeof taskTabs)[number];
export type TaskLink = { readonly linkType: LinkType; readonly label: TextInBothLanguages; readonly url: string };

/** A task as an operator's content defines it. */
export type Task = {
  readonly taskId: string;
  readonly typeId: number;
  readonly tab: TaskTab;
  readonly title: TextInBothLanguages;
  readonly description: TextInBothLanguages;
  /** Points; a check-in pays by the day of its streak instead. */
  readonly reward: number;
  /** Points per streak day, null for other tasks. */
  readonly streakRewards: readonly number[] | null;
  readonly period: TaskPeriod;
  readonly links: readonly TaskLink[];
  readonly dwellSeconds: number;
  /** The number of friends for an invite task; 1 for other tasks. */
  readonly goal: number;
  /** The related election. */
  readonly activityId: string | null;
  /** The quiz; null for other tasks. */
  readonly quizId: string | null;
  /** The form: `parameter` is the query parameter that names the fan, or null when the URL contains `{parameter}`. */
  readonly form: { readonly url: string; readonly parameter: string | null } | null;
  /** Points left of its budget; null for tasks older than budgets. */
  readonly unspent: number | null;
  /** Requirements, null for none: days since sign-up, Points ever earned, ISO 3166-1 regions. */
  readonly leastAccountDays: number | null;
  readonly leastEarned: number | null;
  readonly regions: readonly string[] | null;
  readonly opensAt: Date | null;
  readonly endsAt: Date | null;
};

/** The first visit of a link in an occurrence. */
export type Visit = { readonly linkType: string; readonly viewedAt: Date };

/** Why a claim is held for review. */
export type HoldCause = 'claimsInHurry' | 'visitsInHurry' | 'sharedDevice' | 'sharedNetwork';

/** Why a claim is held, and its latest time of payment. */
export type Hold = { readonly cause: HoldCause; readonly releaseAt: Date };

/** The only claim of an occurrence. `streakDay` is null for tasks without a streak. */
export type Claim = {
  readonly occurrence: string;
  readonly streakDay: number | null;
  /** `lapsed` was held when its fan was erased. */
  readonly state: 'awarded' | 'held' | 'refused' | 'lapsed';
  /** Null for a claim that was paid at once, like `releaseAt`, the latest time of payment. */
  readonly heldFor: HoldCause | null;
  readonly releaseAt: Date | null;
  /** Why it was refused, for the fan to read. */
  readonly refusal: TextInBothLanguages | null;
};

/** The kinds without a completion check of a module. */
const ownKinds: ReadonlySet<TaskKind> = new Set(['checkIn', 'visit', 'socialAction', 'link']);

/** A trusted visit: the server cannot verify its page. */
const trustedVisitType = 13;

/** What a task asks a fan to do at X. */
export type SocialAction = 'follow' | 'repost' | 'like';

const actions: ReadonlyMap<number, SocialAction> = new Map([
  [8, 'follow'],
  [9, 'repost'],
  [10, 'like'],
]);

const links: ReadonlyMap<number, SocialProvider> = new Map([
  [101, 'twitter'],
  [102, 'discord'],
]);

type TypedTask = { readonly typeId: number };

/**
 * Returns a task's kind, in any tab.
 *
 * @throws Error for an id without a kind, which the table of tasks rejects.
 */
export function taskKind({ typeId }: TypedTask): TaskKind {
  const kind = taskKindOf(typeId);
  if (!kind) throw new Error(`No task has the type ${typeId}`);
  return kind;
}

/** Returns whether a module's completion check decides if the task is done. */
export function hasCompletionCheck(task: TypedTask): boolean {
  return !ownKinds.has(taskKind(task));
}

/** Returns the action that a task asks for at X. */
export function socialActionOf({ typeId }: TypedTask): SocialAction | undefined {
  return actions.get(typeId);
}

/** Returns the provider whose account a task needs. */
export function providerOf({ typeId }: TypedTask): SocialProvider | undefined {
  return actions.has(typeId) ? 'twitter' : links.get(typeId);
}

/** Returns whether the server must see each link's visit and its dwell time before it pays. */
export function needsConfirmedView(typeId: number): boolean {
  return taskKind({ typeId }) === 'visit' && typeId !== trustedVisitType;
}

export type TaskPeriod = 'once' | 'daily' | 'weekly';

/**
 * Finds the occurrence of an instant, by period. A task can be done once per occurrence: `once` without repetition, a
 * day as `2026-11-21`, an ISO week as `2026-W47`, by the platform's calendar.
 */
export type Occurrences = Readonly<Record<TaskPeriod, string>>;

/** Returns the occurrences of an instant in the platform's time zone. */
export function occurrencesAt(at: Date, timeZone: string): Occurrences {
  const today = localDateAt(at, timeZone);
  return { once: 'once', daily: today, weekly: isoWeekOf(today) };
}

/** Returns the previous day, as a daily occurrence. */
export function dayBefore(day: string): string {
  return addDays(day, -1);
}

/** Returns when the next occurrence begins; undefined for a task that is done once. */
export function nextOccurrenceStart(period: TaskPeriod, at: Date, timeZone: string): Date | undefined {
  if (period === 'once') return undefined;
  if (period === 'weekly') return startOfWeek(at, timeZone, 1);
  return startOfLocalDate(addDays(localDateAt(at, timeZone), 1), timeZone);
}
