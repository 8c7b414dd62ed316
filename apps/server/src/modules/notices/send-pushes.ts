import type { Transaction } from 'kysely';
import pLimit from 'p-limit';
import webPush from 'web-push';
import { createServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { drainInBatches } from '#/jobs/drain.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import { postToPublic } from '#/lib/post-to-public.ts';
import { readLanguages } from '#/modules/identity/index.ts';
import type { Services } from '#/services.ts';
import { topicOf } from './notice-kinds.ts';
import { type Push, pushOf } from './push-words.ts';
import { planPushes } from './push.rules.ts';
import {
  deleteGone,
  holdDueFans,
  keepPushKey,
  notePushes,
  readDueNotices,
  readPushKey,
  readSubscriptions,
  type Subscription,
} from './push.store.ts';

type PushServices = Pick<Services, 'db' | 'clock' | 'log' | 'settings'>;

export type PushKeys = { readonly publicKey: string; readonly privateKey: string };

/** The context of the sealed private key. */
const sealContext = 'platform';

/** Returns the platform's key pair, which the first caller makes. */
export async function pushKeys({ db, clock, settings }: Omit<PushServices, 'log'>): Promise<PushKeys> {
  const keys = createServerKeys(settings.serverSecret);
  let kept = await readPushKey(db);
  if (!kept) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    kept = await keepPushKey(
      db,
      { publicKey, sealedPrivateKey: keys.seal('push-key', privateKey, sealContext) },
      clock.now(),
    );
  }
  const privateKey = keys.open('push-key', kept.sealedPrivateKey, sealContext).toString('utf8');
  return { publicKey: kept.publicKey, privateKey };
}

const fansAtOnce = 100;
const postsAtOnce = 20;

/**
 * Sends what is due to be pushed. Each batch commits what it takes before it sends, so that no push is sent twice, however
 * many workers run; one that dies in between loses at most its batch, which the app still shows.
 */
export function sendPushesJob(services: PushServices): Job {
  const { db, clock } = services;
  return scheduledJob('send-pushes', async () => {
    const keys = await pushKeys(services);
    await deleteGone(db, []);
    const isDone = await drainInBatches(
      async (most) => {
        const at = clock.now();
        const { fans, pushes } = await transactionWithRetry(db, (tx) => takeNext(tx, at, most));
        await sendAll(services, keys, pushes);
        return fans;
      },
      { most: fansAtOnce, hasTime: startTimeBudget() },
    );
    if (!isDone) await enqueueNextRun(db, 'send-pushes');
  });
}

type FanPush = { readonly fanId: number; readonly kind: string; readonly push: Push };

/** Takes the due pushes of the next fans. Returns how many fans, and what to send. */
async function takeNext(
  tx: Transaction<DB>,
  at: Date,
  most: number,
): Promise<{ fans: number; pushes: readonly FanPush[] }> {
  const fans = await holdDueFans(tx, at, most);
  const fanIds = fans.map(({ fanId }) => fanId);
  const languages = await readLanguages(tx, fanIds);
  const dueOf = Map.groupBy(await readDueNotices(tx, fanIds, at), ({ fanId }) => fanId);
  const pushes: FanPush[] = [];
  for (const fan of fans) {
    const { fanId, timeZone } = fan;
    const language = languages.get(fanId);
    const due = (dueOf.get(fanId) ?? []).flatMap((notice) => {
      const topic = topicOf[notice.kind];
      const push = language && pushOf(notice, { language, timeZone });
      const isUnwanted = notice.isRead || (topic !== null && notice.muted.includes(topic));
      return push ? [{ id: notice.id, kind: notice.kind, isUnwanted, staleAt: push.staleAt, push }] : [];
    });
    const { pushed, ...plan } = planPushes(fan, due, at);
    await notePushes(tx, { fanId, ...plan }, at);
    pushes.push(...pushed.map(({ kind, push }) => ({ fanId, kind, push })));
  }
  return { fans: fans.length, pushes };
}

async function sendAll(services: PushServices, keys: PushKeys, pushes: readonly FanPush[]): Promise<void> {
  if (pushes.length === 0) return;
  const subscriptions = await readSubscriptions(services.db, [...new Set(pushes.map(({ fanId }) => fanId))]);
  const ofFan = Map.groupBy(subscriptions, ({ fanId }) => fanId);
  const limit = pLimit(postsAtOnce);
  const gone = await Promise.all(
    pushes.flatMap((push) =>
      (ofFan.get(push.fanId) ?? []).map((subscription) => limit(() => send(services, keys, push, subscription))),
    ),
  );
  await deleteGone(
    services.db,
    gone.flatMap((id) => id ?? []),
  );
}

/** A push that its service cannot deliver within half a day says nothing any more. */
const keptSeconds = 12 * 60 * 60;

/** Sends a push once. Returns the id of a subscription that its service does not know any more. */
async function send(
  { log, settings }: PushServices,
  keys: PushKeys,
  { kind, push: { title, body, to } }: FanPush,
  { id, endpoint, p256dh, auth }: Subscription,
): Promise<number | undefined> {
  const where = { service: new URL(endpoint).host, kind };
  try {
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ title, body, to, tag: kind }),
      {
        vapidDetails: { subject: subjectOf(settings.publicUrl), ...keys },
        TTL: keptSeconds,
        topic: kind,
        contentEncoding: 'aes128gcm',
      },
    );
    const status = await postToPublic(endpoint, {
      headers: details.headers,
      body: details.body,
      alsoOrigin: settings.pushTestReceiver,
    });
    if (status === 404 || status === 410) return id;
    if (status < 200 || status > 299) log.warn({ ...where, status }, 'a push was refused');
  } catch (error) {
    log.warn({ ...where, err: error }, 'a push was not sent');
  }
  return undefined;
}

/** Returns the contact that push services ask for (RFC 8292); it must be a URL. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@example.com';
}
