import type { Kysely, Transaction } from 'kysely';
import type { SocialProvider } from '#/config/providers.ts';
import type { DB } from '#/db/schema.ts';
import { startOfLocalDate, startOfWeek } from '#/lib/local-date.ts';
import type { Occurrences, SocialAction, Task } from './task.rules.ts';

/**
 * A fan's progress with a task. `completed` can be claimed; `awarded` was paid by the check's module; `stayTuned` is
 * not available now; `unlicensed` has an unmet requirement.
 */
export type Completion = {
  readonly state: 'stayTuned' | 'unlicensed' | 'available' | 'completed' | 'awarded';
  /** The progress; absent when the task has a single step. */
  readonly progress?: { readonly done: number; readonly total: number };
  /** Who must act after the fan in an `available` task. */
  readonly awaits?: 'review' | 'confirmation';
  /** Points that the fan's work earns besides the reward. */
  readonly pendingPoints?: number;
};

export type CompletionQuery = {
  /** Undefined for an anonymous caller. */
  readonly fanId: number | undefined;
  /** Tasks of the check's own types only. */
  readonly tasks: readonly Task[];
  readonly occurrences: Occurrences;
  readonly at: Date;
};

/**
 * Checks the completion of tasks of some types. Each task module has one; claims of `completed` tasks are paid here.
 */
export type CompletionCheck = {
  readonly typeIds: ReadonlySet<number>;
  /**
   * Returns completions by task id; an absent task is unavailable. It must use a fixed number of queries, because a
   * claim runs it inside its transaction.
   */
  check(db: Kysely<DB>, query: CompletionQuery): Promise<ReadonlyMap<string, Completion>>;
};

/** Runs each check on the tasks of its types. */
export async function runCompletionChecks(
  db: Kysely<DB>,
  completionChecks: readonly CompletionCheck[],
  query: CompletionQuery,
): Promise<ReadonlyMap<string, Completion>> {
  const completions = new Map<string, Completion>();
  for (const wing of completionChecks) {
    const tasks = query.tasks.filter((task) => wing.typeIds.has(task.typeId));
    if (tasks.length === 0) continue;
    for (const [taskId, completion] of await wing.check(db, { ...query, tasks })) completions.set(taskId, completion);
  }
  return completions;
}

/** Something of another module that fans take part in, with its tasks. */
export type TakingPart = {
  readonly typeIds: readonly number[];
  /** Returns the time of a fan's last participation; null for never. */
  readonly lastTime: (db: Kysely<DB>, fanId: number) => Promise<Date | null>;
};

/**
 * Checks tasks that are done by taking part within their period. One participation is enough, with any prize or cost: a
 * task that asked for certain prizes or amounts would reward spending more.
 * @param timeZone the platform's, which sets days and weeks
 */
export function createTakingPartCheck({ typeIds, lastTime }: TakingPart, timeZone: string): CompletionCheck {
  return {
    typeIds: new Set(typeIds),
    async check(db, { fanId, tasks, occurrences, at }) {
      const last = fanId === undefined ? null : await lastTime(db, fanId);
      const since = {
        once: new Date(0),
        daily: startOfLocalDate(occurrences.daily, timeZone),
        weekly: startOfWeek(at, timeZone),
      };
      return new Map(
        tasks.map(({ taskId, period }) => {
          const isDone = last !== null && last >= since[period];
          return [taskId, { state: isDone ? 'completed' : 'available' }];
        }),
      );
    },
  };
}

/** A fan's linked accounts: the link's id by provider. */
export type SocialLinks = ReadonlyMap<SocialProvider, string>;

/** The interface that tasks need of social accounts. */
export type SocialAccounts = {
  /** Returns whether this deployment supports the provider. */
  isOn(provider: SocialProvider): boolean;
  linksOf(db: Kysely<DB>, fanId: number): Promise<SocialLinks>;
  /**
   * Asks X whether the fan's account did the action; it may take seconds, so never inside a transaction.
   *
   * @returns the link that was asked; the answer is valid for it only.
   */
  hasDone(question: { fanId: number; action: SocialAction; now: Date }): Promise<{ linkId: string; done: boolean }>;
  /**
   * Records the only reward of an occurrence for the account behind a link.
   *
   * @throws Refusal SOCIAL_NOT_BOUND without the link, SOCIAL_ACCOUNT_REWARDED when the account has earned it.
   */
  earn(
    tx: Transaction<DB>,
    reward: { fanId: number; provider: SocialProvider; linkId: string; taskId: string; occurrence: string; at: Date },
  ): Promise<void>;
};
