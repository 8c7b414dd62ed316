import type { Contract, DataOf } from '@lightstick/contract';

export type InviteRecords = DataOf<Contract['POST /wallet/api/v1/userExpand/userInviteRecords']>;
export type InviteState = InviteRecords['list'][number]['state'];

/** What an operator promises to whoever brings a friend: Points, and for how many friends at most. */
export type InviteTerms = { readonly reward: number; readonly mostRewarded: number };

/** Before an operator has promised anything. */
export const noTerms: InviteTerms = { reward: 0, mostRewarded: 0 };
