import type { Contract, RequestOf } from '@lightstick/contract';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { findRoom, requireModerator } from './chat-room.ts';
import { recordAct } from './messages.store.ts';

type Change = RequestOf<Contract['POST /activity/api/v1/jplive/chat/settings']>['body'] & {
  readonly fanId: number;
  readonly at: Date;
};

/**
 * Changes how a chat works; it is written down.
 * @throws Refusal LIVE_ROOM_NOT_FOUND or CHAT_NOT_MODERATOR
 */
export async function changeChatSettings(tx: Transaction<DB>, { fanId, at, roomId, ...change }: Change): Promise<void> {
  const room = await findRoom(tx, roomId);
  await requireModerator(tx, { roomId: room.id, fanId });
  await sql`
    update live_chat
       set slow_mode_seconds = coalesce(${change.slowModeSeconds ?? null}, slow_mode_seconds),
           hold_all = coalesce(${change.holdAll ?? null}, hold_all),
           moderators_only = coalesce(${change.moderatorsOnly ?? null}, moderators_only),
           is_paused = coalesce(${change.isPaused ?? null}, is_paused)
     where room_id = ${room.id}`.execute(tx);
  await recordAct(tx, { roomId: room.id, moderatorId: fanId, action: 'settings', details: change, at });
}
