import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { notify } from '#/modules/notices/index.ts';
import { findRoom, requireModerator } from './chat-room.ts';
import { recordAct } from './messages.store.ts';
import { holdsAt, isOfRoom } from './mutes.view.ts';

type Lifting = { readonly fanId: number; readonly roomId: string; readonly muteId: string; readonly at: Date };

type Mute = {
  readonly id: number;
  readonly fanId: number;
  readonly roomId: string | null;
  readonly isLifted: boolean;
  readonly holds: boolean;
};

/**
 * Ends a mute that a moderator of the room gave. It is written down, and the fan gets a notice; a repeat changes nothing.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, CHAT_NOT_MODERATOR or CHAT_MUTE_NOT_FOUND
 */
export async function liftMute(tx: Transaction<DB>, { fanId, roomId, muteId, at }: Lifting): Promise<void> {
  const room = await findRoom(tx, roomId);
  await requireModerator(tx, { roomId: room.id, fanId });
  const { rows } = await sql<Mute>`
    select t.id, t.fan_id as "fanId", t.room_id as "roomId", t.lifted_at is not null as "isLifted", ${holdsAt(at)} as holds
      from live_chat_mute t where t.id = ${muteId}::bigint and ${isOfRoom(room.id)} for no key update`.execute(tx);
  const [mute] = rows;
  if (mute?.isLifted) return;
  if (!mute?.holds) throw new Refusal('CHAT_MUTE_NOT_FOUND');
  await sql`update live_chat_mute set lifted_at = greatest(${at}, muted_at) where id = ${mute.id}`.execute(tx);
  await recordAct(tx, { roomId: room.id, moderatorId: fanId, action: 'liftMute', muteId: mute.id, at });
  const fans = [{ fanId: mute.fanId, parameters: { muteId, roomId: mute.roomId } }];
  await notify(tx, { kind: 'chatMuteLifted', subject: `mute:${muteId}`, fans, at });
}
