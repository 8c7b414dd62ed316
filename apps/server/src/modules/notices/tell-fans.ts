import type { Kysely, Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { drain } from '#/jobs/drain.ts';
import { lockRemainingFan } from '#/modules/identity/index.ts';
import type { NoticeKind, ParametersOf, Topic } from './notice-kinds.ts';
import { deleteMute, holdRun, insertMute, noteRun, notify } from './notices.store.ts';

const fansAtOnce = 1_000;

type News<Kind extends NoticeKind> = {
  readonly kind: Kind;
  readonly subject: string;
  readonly parameters: ParametersOf<Kind>;
  readonly at: Date;
  /** Lists the next fans in the order of their ids, at most so many. */
  readonly listFans: (
    tx: Transaction<DB>,
    section: { readonly after: number; readonly most: number },
  ) => Promise<readonly number[]>;
};

/**
 * Tells many fans the same. Each batch commits how far it came, so that a run can stop anywhere, and several runs at once
 * take turns. Returns whether all have their notices.
 */
export function tellFans<Kind extends NoticeKind>(
  db: Kysely<DB>,
  news: News<Kind>,
  hasTime: () => boolean,
): Promise<boolean> {
  return drain(() => transactionWithRetry(db, (tx) => tellNext(tx, news)), hasTime);
}

/** Returns whether there may be more fans. */
async function tellNext<Kind extends NoticeKind>(
  tx: Transaction<DB>,
  { kind, subject, parameters, at, listFans }: News<Kind>,
): Promise<boolean> {
  const after = await holdRun(tx, { kind, subject, at });
  if (after === undefined) return false;
  const fanIds = await listFans(tx, { after, most: fansAtOnce });
  const isDone = fanIds.length < fansAtOnce;
  if (fanIds.length > 0) {
    await notify(tx, { kind, subject, fans: fanIds.map((fanId) => ({ fanId, parameters })), at });
  }
  await noteRun(tx, { kind, subject, lastFan: fanIds.at(-1) ?? after, isDone });
  return !isDone;
}

type MuteIntent = {
  readonly fanId: number;
  readonly topic: Topic;
  readonly muted: boolean;
  readonly at: Date;
};

/** Mutes a topic or ends that; a repeat changes nothing. */
export async function muteTopic(tx: Transaction<DB>, { fanId, topic, muted, at }: MuteIntent): Promise<void> {
  if (!(await lockRemainingFan(tx, fanId))) throw new Refusal('UNAUTHENTICATED');
  await (muted ? insertMute(tx, { fanId, topic, at }) : deleteMute(tx, { fanId, topic }));
}
