import type { Contract, DataOf } from '@lightstick/contract';

/** What a fan can mute. */
export type Topic = DataOf<Contract['GET /wallet/api/v1/notice/getTopics']>['list'][number]['topic'];

/** What the list can be asked for: a topic, or what concerns the account. */
export const filters = ['idol', 'closing', 'expiry', 'luck', 'live', 'account'] as const satisfies readonly (
  | Topic
  | 'account'
)[];

export type NoticeFilter = (typeof filters)[number];
