import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { lockSeenMessage } from './report-message.ts';

const mostBlocked = 200;

/**
 * Blocks the author of a message for the caller, once.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND, CHAT_BLOCK_ONESELF or CHAT_BLOCKS_USED_UP
 */
export async function blockAuthor(
  tx: Transaction<DB>,
  { fanId, messageId, at }: { fanId: number; messageId: string; at: Date },
): Promise<{ readonly blockId: string; readonly roomId: string; readonly authorId: number }> {
  const { roomId, authorId } = await lockSeenMessage(tx, messageId, fanId);
  if (authorId === fanId) throw new Refusal('CHAT_BLOCK_ONESELF');
  const known = await findBlock(tx, fanId, authorId);
  if (known !== undefined) return { blockId: String(known), roomId, authorId };
  const { rows } = await sql<{ id: number }>`
    insert into live_chat_block (fan_id, blocked_id, place, blocked_at)
    select ${fanId}, ${authorId}, place, ${at} from generate_series(1, ${mostBlocked}) as place
     where not exists (select from live_chat_block b where b.fan_id = ${fanId} and b.place = place.place)
     order by place limit 1
    returning id`.execute(tx);
  if (!rows[0]) throw new Refusal('CHAT_BLOCKS_USED_UP', { most: mostBlocked });
  return { blockId: String(rows[0].id), roomId, authorId };
}

async function findBlock(tx: Transaction<DB>, fanId: number, authorId: number): Promise<number | undefined> {
  // Two blocks of one fan at once take their places in turn.
  await sql`select from fan where id = ${fanId} for no key update`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select id from live_chat_block where fan_id = ${fanId} and blocked_id = ${authorId}`.execute(tx);
  return rows[0]?.id;
}
