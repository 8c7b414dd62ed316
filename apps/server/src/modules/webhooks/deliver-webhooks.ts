import { createServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { enqueue, type Job, job } from '#/jobs/job.ts';
import { startTimeBudget } from '#/jobs/resumable-run.ts';
import { machineClock } from '#/lib/clock.ts';
import { AddressNotPublic, postToPublic } from '#/lib/post-to-public.ts';
import type { Services } from '#/services.ts';
import { holdEndpoint, noteAttempt, takeDue, type TakenDelivery } from './deliveries.store.ts';
import { deliverWebhooks, recordEvent } from './record-event.ts';
import { judgeAttempt, messageOf, type Outcome, privateOriginOf } from './webhook.rules.ts';

type DeliveryServices = Pick<Services, 'db' | 'clock' | 'log' | 'settings'>;

/**
 * Sends what is due. This is the one place where deliveries start. One run of a process takes them, and the others wake it, so
 * that receivers that are slow to answer hold up neither each other nor the slots of other jobs.
 */
export function deliverWebhooksJob(services: DeliveryServices): Job {
  const { db, clock } = services;
  /** Lets the run that takes look again; undefined while none does. */
  let wake: (() => void) | undefined;

  /** Takes and sends until nothing is due and all is answered, or time is over; `sending` is what has no answer yet. */
  async function sendWhileDue(sending: Set<Promise<void>>): Promise<void> {
    const hasTime = startTimeBudget();
    do {
      const woken = Promise.withResolvers<void>();
      let isWoken = false;
      wake = () => {
        isWoken = true;
        woken.resolve();
      };
      const taken = await transactionWithRetry(db, (tx) => takeDue(tx, clock.now()));
      for (const delivery of taken) {
        const sent: Promise<void> = deliver(services, delivery).finally(() => {
          sending.delete(sent);
          wake?.();
        });
        sending.add(sent);
      }
      if (sending.size === 0 && !isWoken) {
        wake = undefined;
        return;
      }
      await woken.promise;
    } while (hasTime());
    wake = undefined;
    // Another run takes from here on; this one waits for its last answers.
    await db.transaction().execute((tx) => enqueue(tx, deliverWebhooks, {}));
  }

  return job(deliverWebhooks, async () => {
    if (wake) return wake();
    const sending = new Set<Promise<void>>();
    try {
      await sendWhileDue(sending);
    } catch (error) {
      wake = undefined;
      throw error;
    } finally {
      await Promise.all(sending);
    }
  });
}

/** Sends one delivery and notes how that ended. What cannot be noted is sent again when the lease is over. */
async function deliver(services: DeliveryServices, delivery: TakenDelivery): Promise<void> {
  const { log } = services;
  const where = { endpointId: delivery.endpointId, deliveryId: delivery.id, event: delivery.type };
  try {
    const startedMs = machineClock.monotonicMs();
    const outcome = await send(services, delivery);
    await noteEnd(services, delivery, { outcome, durationMs: Math.round(machineClock.monotonicMs() - startedMs) });
  } catch (error) {
    log.error({ ...where, err: error }, 'the end of a webhook delivery could not be noted');
  }
}

async function send({ clock, settings }: DeliveryServices, delivery: TakenDelivery): Promise<Outcome> {
  const at = clock.now();
  const keys = createServerKeys(settings.serverSecret);
  const former = delivery.formerUntil && at < delivery.formerUntil ? delivery.sealedFormerSecret : null;
  const secrets = [delivery.sealedSecret, ...(former ? [former] : [])].map((sealed) =>
    keys.open('webhook-secret', sealed, delivery.url).toString('utf8'),
  );
  try {
    const alsoOrigin = privateOriginOf(delivery.url, settings);
    const status = await postToPublic(delivery.url, { ...messageOf(delivery, { secrets, at }), alsoOrigin });
    return { status, failure: null };
  } catch (error) {
    if (error instanceof AddressNotPublic) return { status: null, failure: 'notPublic' };
    const isTimeout = error instanceof Error && error.name === 'AbortError';
    return { status: null, failure: isTimeout ? 'timeout' : 'connection' };
  }
}

async function noteEnd(
  { db, clock, log }: DeliveryServices,
  { id, endpointId, attempt, tries }: TakenDelivery,
  { outcome, durationMs }: { readonly outcome: Outcome; readonly durationMs: number },
): Promise<void> {
  const at = clock.now();
  const verdict = await transactionWithRetry(db, async (tx) => {
    const endpoint = await holdEndpoint(tx, endpointId);
    if (!endpoint) return undefined;
    const judged = judgeAttempt({ outcome, tries, ...endpoint, at, chance: Math.random() });
    await noteAttempt(tx, { id, endpointId, attempt, durationMs, outcome, verdict: judged, at });
    if (judged.dueAt) await enqueue(tx, deliverWebhooks, {}, { runAt: judged.dueAt });
    if (judged.switchOff) {
      await recordEvent(tx, {
        type: 'alert',
        subject: `webhook ${endpointId} ${at.toISOString()}`,
        facts: { kind: 'webhookSwitchedOff', endpointId: String(endpointId), because: judged.switchOff },
        at,
      });
    }
    return judged;
  });
  if (!verdict || verdict.state === 'delivered') return;
  const where = { endpointId, deliveryId: id, ...outcome };
  if (verdict.switchOff) log.error({ ...where, because: verdict.switchOff }, 'a webhook endpoint was switched off');
  else log.warn(where, 'a webhook was not delivered');
}
