import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 100;

/**
 * Resolves when a server knows an activity, which takes it some seconds.
 *
 * @param byMs until when it must, in Unix milliseconds
 */
export async function untilKnown(address: string, activityId: string, byMs: number): Promise<void> {
  while (Date.now() < byMs) {
    const reply = await fetch(`${address}/activity/api/v1/vote/activities`);
    const { data } = (await reply.json()) as { data: readonly { readonly activityId: string }[] | null };
    if (data?.some((one) => one.activityId === activityId)) return;
    await sleep(pollMs);
  }
  throw new Error(`A server did not know activity ${activityId} in time`);
}
