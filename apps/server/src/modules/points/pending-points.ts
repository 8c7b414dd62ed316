import type { Contract, DataOf, Language } from '@lightstick/contract';

type PendingList = DataOf<Contract['POST /wallet/api/v1/userExpand/getPendingPoints']>;

/** Points that a fan has earned but not got yet, for one thing. */
export type PendingPoints = PendingList['items'][number];

export type PendingQuestion = {
  readonly fanId: number;
  readonly at: Date;
  readonly language: Language;
  readonly country: string | undefined;
};

/** Tells what a fan will get; given by the modules in which Points are earned. */
export type PendingSource = (question: PendingQuestion) => Promise<readonly PendingPoints[]>;

/** All that is pending of a fan, and its sum: the one place from which both are told. */
export async function readPending(sources: readonly PendingSource[], question: PendingQuestion): Promise<PendingList> {
  const items = (await Promise.all(sources.map((source) => source(question)))).flat();
  return { pending: items.reduce((sum, { points }) => sum + points, 0), items };
}
