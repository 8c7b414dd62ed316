import type { Contract, RequestOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { notify } from '#/modules/notices/index.ts';
import type { Room } from '../rooms.view.ts';
import { findRoom, requireModerator, roleIn } from './chat-room.ts';
import { hideAllOf, lockMessage, recordAct } from './messages.store.ts';
import { addMute, findRepeatedMute, lockMute, lockMuteOfRoom, markLifted, writeAppeal } from './mutes.store.ts';

type Mute = RequestOf<Contract['POST /activity/api/v1/jplive/chat/mute']>['body'] & {
  readonly fanId: number;
  readonly at: Date;
};

const fiveMinutesMs = 5 * 60_000;

/**
 * Mutes the author of a message, who gets a notice: for five minutes or for the rest of the room in this room, for ever in
 * all rooms. A repeat while that mute holds gets the first answer.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND, CHAT_NOT_MODERATOR or CHAT_MUTE_MODERATOR
 */
export async function muteAuthor(
  tx: Transaction<DB>,
  { fanId, messageId, length, reason, removeMessages, at }: Mute,
): Promise<string> {
  const message = await lockMessage(tx, messageId);
  const { roomId, authorId } = message;
  await requireModerator(tx, { roomId, fanId });
  if ((await roleIn(tx, { roomId, fanId: authorId })) !== 'fan') throw new Refusal('CHAT_MUTE_MODERATOR');
  const room = await findRoom(tx, roomId);
  const mutedIn = length === 'forEver' ? null : roomId;
  const until = endOf(length, room, at);
  const first = await findRepeatedMute(tx, { messageId: message.id, authorId, length, at });
  const id = first ?? (await addMute(tx, { fanId: authorId, givenIn: roomId, mutedIn, reason, at, until }));
  const removed = removeMessages ? await hideAllOf(tx, message) : 0;
  const muteId = String(id);
  if (first !== undefined && removed === 0) return muteId;
  const details = { length, removed };
  await recordAct(tx, { roomId, moderatorId: fanId, action: 'mute', messageId: message.id, muteId: id, details, at });
  if (first === undefined) {
    const parameters = { muteId, roomId: mutedIn, until: until?.toISOString() ?? null, reason };
    await notify(tx, { kind: 'chatMuted', subject: `mute:${muteId}`, fans: [{ fanId: authorId, parameters }], at });
  }
  return muteId;
}

function endOf(length: Mute['length'], { closesAt }: Room, at: Date): Date | null {
  if (length === 'forEver') return null;
  const inFiveMinutes = new Date(at.getTime() + fiveMinutesMs);
  if (length === 'fiveMinutes') return inFiveMinutes;
  // A room that is over may open again by an operator’s hand; its mutes then hold for a moment.
  return closesAt === null || closesAt > at ? closesAt : inFiveMinutes;
}

type Lifting = { readonly fanId: number; readonly roomId: string; readonly muteId: string; readonly at: Date };

/**
 * Ends a mute that a moderator of the room gave. It is written down, and the fan gets a notice; a repeat changes nothing.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, CHAT_NOT_MODERATOR or CHAT_MUTE_NOT_FOUND
 */
export async function liftMute(tx: Transaction<DB>, { fanId, roomId, muteId, at }: Lifting): Promise<void> {
  const room = await findRoom(tx, roomId);
  await requireModerator(tx, { roomId: room.id, fanId });
  const mute = await lockMuteOfRoom(tx, { roomId: room.id, muteId, at });
  if (mute?.isLifted) return;
  if (!mute?.holds) throw new Refusal('CHAT_MUTE_NOT_FOUND');
  await markLifted(tx, mute.id, at);
  await recordAct(tx, { roomId: room.id, moderatorId: fanId, action: 'liftMute', muteId: mute.id, at });
  const fans = [{ fanId: mute.fanId, parameters: { muteId, roomId: mute.roomId } }];
  await notify(tx, { kind: 'chatMuteLifted', subject: `mute:${muteId}`, fans, at });
}

/**
 * Appeals against a mute that holds, once.
 * @throws Refusal CHAT_MUTE_NOT_FOUND or CHAT_APPEALED
 */
export async function appealMute(
  tx: Transaction<DB>,
  { fanId, muteId, text, at }: { fanId: number; muteId: string; text: string; at: Date },
): Promise<void> {
  const mute = await lockMute(tx, muteId, at);
  if (mute?.fanId !== fanId || !mute.holds) throw new Refusal('CHAT_MUTE_NOT_FOUND');
  if (mute.appealedAt) throw new Refusal('CHAT_APPEALED');
  await writeAppeal(tx, mute.id, text, at);
}
