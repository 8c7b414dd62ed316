import type { MessageId } from '#/lib/i18n/i18n.ts';
import type { TaskTab } from './task.ts';

/** The specification's titles of the tabs. */
export const tabTitles: Record<TaskTab | 'all', MessageId> = {
  all: 'tasks.tab.all',
  visitingTasks: 'tasks.tab.visiting',
  luckyTasks: 'tasks.tab.lucky',
  supportTasks: 'tasks.tab.support',
  promotionalTasks: 'tasks.tab.promotional',
  bindTasks: 'tasks.tab.bind',
  twitterTasks: 'tasks.tab.twitter',
  discordTasks: 'tasks.tab.discord',
};
