import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type NoticeKind, noticeKinds, type ParametersOf } from './notice-kinds.ts';

export type NewNotices<Kind extends NoticeKind> = {
  readonly kind: Kind;
  /** What they are about: a fan gets one notice of a kind about it, however often a job runs. */
  readonly subject: string;
  /** Each fan once. */
  readonly fans: readonly { readonly fanId: number; readonly parameters: ParametersOf<Kind> }[];
  readonly at: Date;
};

/**
 * Writes notices by one statement; a caller with many thousands splits them. Erased fans get none.
 *
 * @returns the fans who got one now
 * @throws ZodError for parameters that are not of the kind
 */
export async function notify<Kind extends NoticeKind>(
  tx: Transaction<DB>,
  { kind, subject, fans, at }: NewNotices<Kind>,
): Promise<number[]> {
  const given = fans.map(({ fanId, parameters }) => ({
    fan_id: fanId,
    parameters: noticeKinds[kind].parse(parameters),
  }));
  // In the order of fans, so that two runs of a job never wait for each other in a circle. The lock is that of the foreign
  // key, taken earlier, so that it waits for an erasure and then sees it.
  const { rows } = await sql<{ fanId: number }>`
    insert into notice (fan_id, kind, subject, parameters, created_at)
    select fan.id, ${kind}, ${subject}, given.parameters, ${at}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (fan_id bigint, parameters jsonb)
      join fan on fan.id = given.fan_id and fan.erased_at is null
     order by fan.id
       for key share of fan
    on conflict on constraint notice_once_a_subject do nothing
    returning fan_id as "fanId"`.execute(tx);
  return rows.map(({ fanId }) => fanId);
}
