import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { givenTask, type TaskOptions } from '../world/given-task.ts';

const streakRewards = [1, 2, 3, 4, 5, 6, 7];

describe('the table of tasks', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('takes the links of a search in any order', async () => {
    const linkTypes = ['channel', 'rankSearch', 'homepage'];
    await expect(givenTask(database, { typeId: 15, linkTypes })).resolves.toMatch(/^task-/);
  });

  it.each<[string, TaskOptions, string]>([
    ['a search without its channel', { typeId: 15, linkTypes: ['rankSearch', 'homepage'] }, 'task_links_fit_its_type'],
    [
      'a search with a link twice',
      { typeId: 23, linkTypes: ['rankSearch', 'homepage', 'homepage'] },
      'task_links_fit_its_type',
    ],
    ['a visit without a page', { typeId: 36, linkTypes: [] }, 'task_links_fit_its_type'],
    ['a visit of two pages', { typeId: 13, linkTypes: ['page', 'page'] }, 'task_links_fit_its_type'],
    ['a check-in without a streak', { typeId: 2, period: 'daily', linkTypes: [] }, 'task_check_in_is_a_daily_streak'],
    ['a weekly check-in', { typeId: 2, period: 'weekly', streakRewards }, 'task_check_in_is_a_daily_streak'],
    ['a streak of another type', { typeId: 36, streakRewards }, 'task_check_in_is_a_daily_streak'],
    [
      'a streak of six days',
      { typeId: 2, period: 'daily', streakRewards: [1, 2, 3, 4, 5, 6] },
      'task_streak_rewards_check',
    ],
    [
      'a day without a reward',
      { typeId: 2, period: 'daily', streakRewards: [0, 2, 3, 4, 5, 6, 7] },
      'task_streak_rewards_check',
    ],
    ['a tab that the page does not have', { tab: 'otherTasks' }, 'task_tab_check'],
  ])('refuses %s', async (_, options, constraint) => {
    await expect(givenTask(database, options)).rejects.toMatchObject({ constraint });
  });
});
