import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import { createServerKeys, type ServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { drainInBatches } from '#/jobs/drain.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import { localDateAt } from '#/lib/local-date.ts';
import { readMailReceivers } from '#/modules/identity/index.ts';
import { enqueueNotices, type Mail } from '#/modules/mail/index.ts';
import type { Services } from '#/services.ts';
import { isDigestTime, nextDigest } from './digest.rules.ts';
import { holdDueDigests, noteDigests, recordDigests } from './digest.store.ts';
import { readUnread, type UnreadNotice } from './digest.view.ts';
import { digestLink } from './digest.routes.ts';
import { allKinds, type Topic, topicOf, topics } from './notice-kinds.ts';
import { pushOf } from './push-words.ts';

const fansAtOnce = 100;
/** A digest that is later than this says little, and the next one is near. */
const worthMs = 6 * 60 * 60_000;

/**
 * Sends what fans have not read, by mail and by their choice. Each batch commits its mails together with how far they go, so
 * that a notice is in one digest at most, however many workers run.
 */
export function sendDigestsJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  const keys = createServerKeys(settings.serverSecret);
  return scheduledJob('send-digests', async () => {
    const isDone = await drainInBatches(
      (most) => transactionWithRetry(db, (tx) => sendNext(tx, { keys, at: clock.now() }, most)),
      { most: fansAtOnce, hasTime: startTimeBudget() },
    );
    if (!isDone) await enqueueNextRun(db, 'send-digests');
  });
}

type Moment = { readonly keys: ServerKeys; readonly at: Date };

/** Sends the digests of the next fans who are due. Returns how many it went through. */
async function sendNext(tx: Transaction<DB>, { keys, at }: Moment, most: number): Promise<number> {
  const due = await holdDueDigests(tx, at, most);
  if (due.length === 0) return 0;
  const fanIds = due.map(({ fanId }) => fanId);
  const receivers = new Map((await readMailReceivers(tx, fanIds)).map((one) => [one.fanId, one]));
  const unreadOf = Map.groupBy(await readUnread(tx, fanIds, allKinds), ({ fanId }) => fanId);
  const digests = due.flatMap(({ fanId, rhythm, timeZone }) => {
    const receiver = isDigestTime(at, timeZone) ? receivers.get(fanId) : undefined;
    const unread = unreadOf.get(fanId);
    if (!receiver || !unread) return [];
    const { email: to, language } = receiver;
    const news = newsOf(unread, { language, timeZone, at });
    const day = localDateAt(at, timeZone);
    return news.length > 0 ? [{ fanId, to, language, rhythm, day, notices: news.length, news }] : [];
  });
  const recorded = await recordDigests(tx, digests, at);
  const sent = new Map(digests.flatMap((digest) => (recorded.has(digest.fanId) ? [[digest.fanId, digest]] : [])));
  await noteDigests(
    tx,
    due.map(({ fanId, rhythm, timeZone }) => ({
      fanId,
      // One that was missed comes the next morning.
      dueAt: nextDigest(at, isDigestTime(at, timeZone) ? rhythm : 'daily', timeZone),
      lastNotice: sent.get(fanId)?.news[0]?.id,
    })),
  );
  const mails = [...sent.values()].map(({ fanId, to, language, rhythm, notices: total, news }): Mail => {
    const stopPath = digestLink(keys, fanId);
    return { to, language, content: { kind: 'digest', rhythm, total, lines: linesOf(news, language), stopPath } };
  });
  if (mails.length > 0) {
    await enqueueNotices(tx, keys, mails, { now: at, pointlessAfter: new Date(at.getTime() + worthMs) });
  }
  return due.length;
}

/** A notice of a digest; without a title where it has no words of its own. */
type News = { readonly id: number; readonly topic: Topic | null; readonly title: string | undefined };

type Reader = { readonly language: Language; readonly timeZone: string; readonly at: Date };

/** Puts unread notices into words, without muted topics and without what is over. */
function newsOf(unread: readonly UnreadNotice[], { at, ...reader }: Reader): News[] {
  return unread.flatMap((notice) => {
    const topic = topicOf[notice.kind];
    if (topic !== null && notice.muted.includes(topic)) return [];
    const push = pushOf(notice, reader);
    const isStale = push !== undefined && push.staleAt !== null && push.staleAt <= at;
    return isStale ? [] : [{ id: notice.id, topic, title: push?.title }];
  });
}

type Line = { readonly name: string; readonly value: string };

/** Sums news up by topic, in the order of topics: how many, and the newest that has words. */
function linesOf(news: readonly News[], language: Language): Line[] {
  const byTopic = Map.groupBy(news, ({ topic }) => topic ?? 'account');
  return [...topics, 'account' as const].flatMap((topic) => {
    const some = byTopic.get(topic) ?? [];
    const newest = some.flatMap(({ title }) => title ?? [])[0];
    if (some.length === 0) return [];
    const count = language === 'zh_TW' ? `${some.length} 則` : `${some.length} new`;
    const value = newest === undefined ? count : some.length === 1 ? newest : `${newest} (${count})`;
    return [{ name: topicNames[topic][language], value }];
  });
}

const topicNames: Readonly<Record<Topic | 'account', Readonly<Record<Language, string>>>> = {
  idol: { en_US: 'My idol', zh_TW: '我的偶像' },
  opening: { en_US: 'Now open', zh_TW: '開放' },
  closing: { en_US: 'Last day', zh_TW: '最後一天' },
  lastHour: { en_US: 'Last hour', zh_TW: '最後一小時' },
  quarantine: { en_US: 'Vote checks', zh_TW: '票數審核' },
  gifts: { en_US: 'Gifts', zh_TW: '贈票' },
  invites: { en_US: 'Invites', zh_TW: '邀請' },
  claims: { en_US: 'Rewards', zh_TW: '獎勵' },
  expiry: { en_US: 'Expiring', zh_TW: '即將到期' },
  luck: { en_US: 'Packets, boxes and draws', zh_TW: '紅包、盲盒與抽獎' },
  live: { en_US: 'Live', zh_TW: '直播' },
  account: { en_US: 'Account', zh_TW: '帳號' },
};
