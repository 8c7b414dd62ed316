import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { readMailReceivers } from '#/modules/identity/index.ts';
import type { MyData } from '#/services.ts';
import type { Rhythm } from './digest.rules.ts';
import type { NoticeKind, Topic } from './notice-kinds.ts';

export type DigestSettings = DataOf<Contract['GET /wallet/api/v1/notice/getDigest']>;

type Choice = { readonly rhythm: Rhythm; readonly timeZone: string };

function readChoice(db: Kysely<DB>, fanId: number): Promise<Choice | undefined> {
  return db
    .selectFrom('notice_digest')
    .select([sql<Rhythm>`rhythm`.as('rhythm'), 'time_zone as timeZone'])
    .where('fan_id', '=', fanId)
    .executeTakeFirst();
}

/** Returns how often a fan gets digests, and whether a mail can reach them. */
export async function readDigest(db: Kysely<DB>, fanId: number): Promise<DigestSettings> {
  const choice = await readChoice(db, fanId);
  const receivers = await readMailReceivers(db, [fanId]);
  return { rhythm: choice?.rhythm ?? 'off', hasEmail: receivers.length > 0 };
}

export type UnreadNotice = {
  readonly id: number;
  readonly fanId: number;
  readonly kind: NoticeKind;
  readonly parameters: unknown;
  readonly muted: readonly Topic[];
};

/** Returns what fans have not read since their last digest, newest first, with the topics that each has muted. */
export async function readUnread(
  db: Kysely<DB>,
  fanIds: readonly number[],
  kinds: readonly NoticeKind[],
): Promise<UnreadNotice[]> {
  const { rows } = await sql<UnreadNotice>`
    select n.id, n.fan_id as "fanId", n.kind, n.parameters,
           array(select m.topic from notice_mute m where m.fan_id = n.fan_id) as muted
      from notice_digest d
      join notice n on n.fan_id = d.fan_id and n.id > d.last_notice and n.read_at is null
     where d.fan_id = any(${fanIds}::bigint[]) and n.kind = any(${kinds}::text[])
     order by n.id desc`.execute(db);
  return rows;
}

/** Returns what the export says about digests: the choice, and the mails that were sent. */
export async function readDigestRecords(
  db: Kysely<DB>,
  fanId: number,
  most: number,
): Promise<Pick<MyData, 'digests' | 'digestMails'>> {
  const choice = await readChoice(db, fanId);
  const { rows: mails } = await sql<{ day: string; notices: number; sentAt: Date; total: number }>`
    select day::text as day, notices, sent_at as "sentAt", count(*) over () as total
      from digest_mail where fan_id = ${fanId} order by digest_mail.day desc limit ${most}`.execute(db);
  return {
    digests: { total: choice ? 1 : 0, rows: choice ? [choice] : [] },
    digestMails: {
      total: mails[0]?.total ?? 0,
      rows: mails.map(({ day, notices, sentAt }) => ({ day, notices, sentAt: sentAt.toISOString() })),
    },
  };
}
