import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { type NoticeKind, noticeKinds, type Topic, topicOf, topics } from './notice-kinds.ts';
import { deleteNoticesOf } from './notices.store.ts';
import { deletePushesOf } from './push.store.ts';
import { readPushRecords } from './push.view.ts';

/** Notices say what a fan had, ordered and won, so they go with the fan. */
export const noticePersonalData: PersonalData = {
  erased: ['notice', 'notice_mute', 'push_fan', 'push_subscription'],
  kept: {},
  async erase(tx, { id }) {
    await deleteNoticesOf(tx, id);
    await deletePushesOf(tx, id);
  },
  async copy(db, { fan, language, mostRows }) {
    const { list, total } = await readNotices(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    const muted = await readMutes(db, fan.id);
    const rows = muted.map(({ topic, mutedAt }) => ({ topic, mutedAt: mutedAt.toISOString() }));
    return {
      notices: { total, rows: list },
      mutedTopics: { total: rows.length, rows },
      pushes: await readPushRecords(db, fan.id),
    };
  },
};

type Notices = DataOf<Contract['GET /wallet/api/v1/notice/getNotices']>;
type Notice = Notices['list'][number];

type NoticeRow = {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly parameters: unknown;
  readonly createdAt: Date;
  readonly isRead: boolean;
};

type NoticesQuery = PageRequest & {
  readonly fanId: number;
  readonly language: Language;
  /** `account`: of no topic. */
  readonly topic?: Topic | 'account' | undefined;
};

/** The kinds that this release can put into words; a later release may have written others. */
const allKinds = Object.keys(noticeKinds) as NoticeKind[];

/** Selects a fan's notices, of all topics or one. */
function ofFan(fanId: number, topic?: NoticesQuery['topic']) {
  const kinds = allKinds.filter((kind) => topic === undefined || (topicOf[kind] ?? 'account') === topic);
  return sql`fan_id = ${fanId} and kind = any(${kinds}::text[])`;
}

/** Reads a page of a fan's notices, newest first. */
export async function readNotices(
  db: Kysely<DB>,
  { fanId, language, topic, ...asked }: NoticesQuery,
): Promise<Notices> {
  const page = await readPage(db, asked, {
    rows: sql<NoticeRow>`
      select id, kind, parameters, created_at as "createdAt", read_at is not null as "isRead" from notice
       where ${ofFan(fanId, topic)} order by id desc`,
    total: sql<{ total: number; unread: number }>`
      select count(*) as total, count(*) filter (where read_at is null) as unread from notice
       where ${ofFan(fanId, topic)}`,
  });
  return { ...page, list: page.list.map((row) => showNotice(row, language)) };
}

export async function countUnread(db: Kysely<DB>, fanId: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from notice where ${ofFan(fanId)} and read_at is null`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Returns the topics that a fan has muted, with the time. */
function readMutes(db: Kysely<DB>, fanId: number): Promise<{ topic: Topic; mutedAt: Date }[]> {
  return db
    .selectFrom('notice_mute')
    .select([sql<Topic>`topic`.as('topic'), 'muted_at as mutedAt'])
    .where('fan_id', '=', fanId)
    .orderBy('topic')
    .execute();
}

export type Topics = DataOf<Contract['GET /wallet/api/v1/notice/getTopics']>;

/** Returns every topic, and whether a fan has muted it. */
export async function readTopics(db: Kysely<DB>, fanId: number): Promise<Topics> {
  const muted = new Set((await readMutes(db, fanId)).map(({ topic }) => topic));
  return { list: topics.map((topic) => ({ topic, isMuted: muted.has(topic) })) };
}

function showNotice({ id, kind, parameters, createdAt, isRead }: NoticeRow, language: Language): Notice {
  const head = { noticeId: String(id), createdAt: createdAt.toISOString(), isRead };
  switch (kind) {
    case 'expiry': {
      const { daysLeft, assets } = noticeKinds.expiry.parse(parameters);
      return { kind, ...head, daysLeft, assets: assets.map(({ asset, ...rest }) => ({ assetName: asset, ...rest })) };
    }
    case 'orderRefunded': {
      const { title, ...order } = noticeKinds.orderRefunded.parse(parameters);
      return { kind, ...head, ...order, title: title[language] };
    }
    case 'raffleWon': {
      const { activityId, title, prizeTitle } = noticeKinds.raffleWon.parse(parameters);
      return { kind, ...head, activityId, title: title[language], prizeTitle: prizeTitle[language] };
    }
    case 'raffleLost': {
      const { activityId, title } = noticeKinds.raffleLost.parse(parameters);
      return { kind, ...head, activityId, title: title[language] };
    }
    case 'endMoved': {
      const { title, reason, ...move } = noticeKinds.endMoved.parse(parameters);
      return { kind, ...head, ...move, title: title[language], reason: reason[language] };
    }
    case 'liveReminder': {
      const { title, ...room } = noticeKinds.liveReminder.parse(parameters);
      return { kind, ...head, ...room, title: title[language] };
    }
    case 'liveRefunded': {
      const { title, ...room } = noticeKinds.liveRefunded.parse(parameters);
      return { kind, ...head, ...room, title: title[language] };
    }
    case 'chatMuted':
      return { kind, ...head, ...noticeKinds.chatMuted.parse(parameters) };
    case 'chatMuteLifted':
      return { kind, ...head, ...noticeKinds.chatMuteLifted.parse(parameters) };
    case 'chatAppealDecided':
      return { kind, ...head, ...noticeKinds.chatAppealDecided.parse(parameters) };
    case 'featuredFan':
      return { kind, ...head, ...noticeKinds.featuredFan.parse(parameters) };
    case 'idolPassed': {
      const { idol, passer, ...rest } = noticeKinds.idolPassed.parse(parameters);
      const inLanguage = <I extends { name: Record<Language, string> }>(one: I) => ({
        ...one,
        name: one.name[language],
      });
      return { kind, ...head, ...rest, idol: inLanguage(idol), passer: inLanguage(passer) };
    }
    case 'roundCloses': {
      const { title, ...round } = noticeKinds.roundCloses.parse(parameters);
      return { kind, ...head, ...round, title: title[language] };
    }
    case 'walletLinked':
    case 'walletUnlinked':
      return { kind, ...head, ...noticeKinds[kind].parse(parameters) };
  }
}
