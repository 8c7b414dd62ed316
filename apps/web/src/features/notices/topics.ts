import type { Contract, DataOf } from '@lightstick/contract';

/** A topic as the settings show it. */
export type ListedTopic = DataOf<Contract['GET /wallet/api/v1/notice/getTopics']>['list'][number];

/** What a fan can mute. */
export type Topic = ListedTopic['topic'];

/** What the list can be asked for: a group of topics, or what concerns the account. */
export const filters = ['voting', 'rewards', 'events', 'account'] as const satisfies readonly (
  | ListedTopic['group']
  | 'account'
)[];

export type NoticeFilter = (typeof filters)[number];
