import type { Language, linkType, taskTabs } from '@lightstick/contract';
import type { TaskPeriod } from './occurrence.rules.ts';

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
