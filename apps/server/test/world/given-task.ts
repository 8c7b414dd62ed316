import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { inBothLanguages } from './in-both-languages.ts';

export type TaskOptions = {
  readonly typeId?: number;
  readonly tab?: string;
  readonly title?: string;
  readonly reward?: number;
  readonly streakRewards?: readonly number[];
  readonly period?: 'once' | 'daily' | 'weekly';
  readonly linkTypes?: readonly string[];
  readonly dwellSeconds?: number;
  readonly opensAt?: Date;
  readonly endsAt?: Date;
  readonly position?: number;
  readonly retired?: boolean;
  /** Points it may give away in all; far more than any test claims unless wished otherwise. */
  readonly budget?: number;
  readonly leastAccountDays?: number;
  readonly leastEarned?: number;
  readonly regions?: readonly string[];
};

const searchTypes = [15, 23, 25];

/** Puts a task in place as a content pack would. Unless wished otherwise it is a visit of one page, once, for 15 seconds. */
export async function givenTask({ ownerPool }: { ownerPool: Pool }, options: TaskOptions = {}): Promise<string> {
  const taskId = `task-${randomBytes(6).toString('hex')}`;
  const { typeId = 36, title = 'Visit the page', linkTypes = linkTypesOf(typeId) } = options;
  const links = linkTypes.map((linkType) => ({
    linkType,
    label: { en_US: `Open ${linkType}`, zh_TW: `開啟 ${linkType}` },
    url: `https://example.com/${linkType}`,
  }));
  await ownerPool.query(
    `INSERT INTO task (id, type_id, tab, title, description, reward, streak_rewards, period, links, dwell_seconds,
                       opens_at, ends_at, position, retired, budget, least_account_days, least_earned, regions)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      taskId,
      typeId,
      options.tab ?? 'visitingTasks',
      inBothLanguages(title),
      inBothLanguages('Look around'),
      options.reward ?? 20,
      options.streakRewards ?? null,
      options.period ?? 'once',
      JSON.stringify(links),
      options.dwellSeconds ?? 15,
      options.opensAt ?? null,
      options.endsAt ?? null,
      options.position ?? 1,
      options.retired ?? false,
      options.budget ?? 1_000_000,
      options.leastAccountDays ?? null,
      options.leastEarned ?? null,
      options.regions ?? null,
    ],
  );
  return taskId;
}

/** Prepares a daily check-in with different rewards, so that the Points tell the day that was paid. */
export function givenCheckIn(owner: { ownerPool: Pool }, options: TaskOptions = {}): Promise<string> {
  return givenTask(owner, {
    typeId: 2,
    period: 'daily',
    streakRewards: streakRewards,
    linkTypes: [],
    dwellSeconds: 0,
    ...options,
  });
}

export const streakRewards = [5, 10, 15, 20, 25, 30, 100] as const;

function linkTypesOf(typeId: number): readonly string[] {
  return searchTypes.includes(typeId) ? ['rankSearch', 'homepage', 'channel'] : ['page'];
}
