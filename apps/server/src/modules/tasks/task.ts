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
  readonly opensAt: Date | null;
  readonly endsAt: Date | null;
};

/** The first visit of a link in an occurrence. */
export type Visit = { readonly linkType: string; readonly viewedAt: Date };

/** A reward that was paid. `streakDay` is null for tasks without a streak. */
export type Claim = { readonly occurrence: string; readonly streakDay: number | null };
