import { type Contract, type DataOf, type Language, languages } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import {
  allKinds,
  groupOf,
  type NoticeKind,
  noticeKinds,
  type Topic,
  type TopicGroup,
  topicOf,
  topics,
} from './notice-kinds.ts';
import { deleteDigestsOf } from './digest.store.ts';
import { readDigestRecords } from './digest.view.ts';
import { deleteNoticesOf } from './notices.store.ts';
import { deletePushesOf } from './push.store.ts';
import { readPushRecords } from './push.view.ts';

/** Notices say what a fan had, ordered and won, so they go with the fan. */
export const noticePersonalData: PersonalData = {
  erased: ['digest_mail', 'notice', 'notice_digest', 'notice_mute', 'push_fan', 'push_subscription'],
  kept: {},
  async erase(tx, { id }) {
    await deleteNoticesOf(tx, id);
    await deletePushesOf(tx, id);
    await deleteDigestsOf(tx, id);
  },
  async copy(db, { fan, language, mostRows }) {
    const { list, total } = await readNotices(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    const muted = await readMutes(db, fan.id);
    const rows = muted.map(({ topic, mutedAt }) => ({ topic, mutedAt: mutedAt.toISOString() }));
    return {
      notices: { total, rows: list },
      mutedTopics: { total: rows.length, rows },
      pushes: await readPushRecords(db, fan.id),
      ...(await readDigestRecords(db, fan.id, mostRows)),
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
  readonly topic?: Topic | TopicGroup | 'account' | undefined;
};

/** Selects a fan's notices, of all topics, one or a group. */
function ofFan(fanId: number, asked?: NoticesQuery['topic']) {
  const kinds = allKinds.filter((kind) => {
    const topic = topicOf[kind];
    return asked === undefined || asked === (topic ?? 'account') || (topic !== null && asked === groupOf[topic]);
  });
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
  return { list: topics.map((topic) => ({ topic, group: groupOf[topic], isMuted: muted.has(topic) })) };
}

/** Each can be muted alone, so they are stored as two kinds; fans see one. */
const closes: ReadonlyMap<NoticeKind, Pick<Extract<Notice, { kind: 'roundCloses' }>, 'kind' | 'hours'>> = new Map([
  ['roundCloses', { kind: 'roundCloses', hours: 24 }],
  ['roundClosesInHour', { kind: 'roundCloses', hours: 1 }],
]);

function showNotice({ id, kind, parameters, createdAt, isRead }: NoticeRow, language: Language): Notice {
  const head = { noticeId: String(id), createdAt: createdAt.toISOString(), isRead };
  if (kind === 'expiry') {
    const { daysLeft, assets } = noticeKinds.expiry.parse(parameters);
    return { kind, ...head, daysLeft, assets: assets.map(({ asset, ...rest }) => ({ assetName: asset, ...rest })) };
  }
  const words = inOneLanguage(noticeKinds[kind].parse(parameters), language);
  const shown = closes.get(kind) ?? { kind };
  // The compiler cannot tell that the parameters are of the kind; the contract checks each answer.
  return { ...shown, ...head, ...words } as Notice;
}

/** Puts texts in both languages into one, at any depth. */
function inOneLanguage(value: object, language: Language): object {
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => {
      if (typeof part !== 'object' || part === null || Array.isArray(part)) return [key, part];
      return [key, isText(part) ? part[language] : inOneLanguage(part, language)];
    }),
  );
}

function isText(part: object): part is Record<Language, string> {
  return languages.every((language) => language in part);
}
