import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { notify } from '#/modules/notices/index.ts';
import { readTaskTitle } from './tasks.store.ts';

type Reward = {
  readonly fanId: number;
  readonly taskId: string;
  /** What is settled once, such as a claim or a video. */
  readonly subject: string;
  readonly at: Date;
};

/** Tells a fan that a reward is paid that waited for a review or a close. */
export async function notifyOfPayment(
  tx: Transaction<DB>,
  { fanId, taskId, subject, points, at }: Reward & { readonly points: number },
): Promise<void> {
  const parameters = { taskId, title: await readTaskTitle(tx, taskId), points };
  await notify(tx, { kind: 'rewardPaid', subject, fans: [{ fanId, parameters }], at });
}

/** Tells a fan why a reward is refused. */
export async function notifyOfRefusal(
  tx: Transaction<DB>,
  { fanId, taskId, subject, reason, at }: Reward & { readonly reason: Readonly<Record<Language, string>> },
): Promise<void> {
  const parameters = { taskId, title: await readTaskTitle(tx, taskId), reason };
  await notify(tx, { kind: 'rewardRefused', subject, fans: [{ fanId, parameters }], at });
}
