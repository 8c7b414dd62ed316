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
  /** Points of the days of a check-in streak, null for other tasks. */
  readonly streakRewards: readonly number[] | null;
  readonly period: TaskPeriod;
  readonly links: readonly TaskLink[];
  readonly dwellSeconds: number;
  /** How many friends an invite task asks for; 1 for other tasks. */
  readonly goal: number;
  /** The election it is about. */
  readonly activityId: string | null;
  /** The quiz it asks; null for other tasks. */
  readonly quizId: string | null;
  /** Its form: `parameter` names the fan in the address's query, or is null where the url has `{parameter}` in it. */
  readonly form: { readonly url: string; readonly parameter: string | null } | null;
  /** Points left of its budget; null for one from before there were budgets. */
  readonly unspent: number | null;
  /** What it demands of a fan; null where nothing. Days since the sign-up, Points ever earned, ISO 3166-1 regions. */
  readonly leastAccountDays: number | null;
  readonly leastEarned: number | null;
  readonly regions: readonly string[] | null;
  readonly opensAt: Date | null;
  readonly endsAt: Date | null;
};

/** The first visit of a link in an occurrence. */
export type Visit = { readonly linkType: string; readonly viewedAt: Date };

/** What makes a claim look as if somebody should look at it before it is paid. */
export type HoldCause = 'claimsInHurry' | 'visitsInHurry' | 'sharedDevice' | 'sharedNetwork';

/** Why a claim is held, and when it is paid at the latest. */
export type Hold = { readonly cause: HoldCause; readonly releaseAt: Date };

/** The one claim there is for an occurrence. `streakDay` is null for tasks without a streak. */
export type Claim = {
  readonly occurrence: string;
  readonly streakDay: number | null;
  /** `lapsed` was held when its fan was erased. */
  readonly state: 'awarded' | 'held' | 'refused' | 'lapsed';
  /** Null for a claim that was paid at once, as is `releaseAt`, at which a held one is paid at the latest. */
  readonly heldFor: HoldCause | null;
  readonly releaseAt: Date | null;
  /** Why it was refused, for the fan to read. */
  readonly refusal: TextInBothLanguages | null;
};
