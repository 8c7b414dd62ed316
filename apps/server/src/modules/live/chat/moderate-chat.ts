import type { Contract, DataOf, RequestOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { notify } from '#/modules/notices/index.ts';
import type { Operator } from '#/http/caller.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { findRoom, requireModerator, roleIn } from './chat-room.ts';
import {
  countOnDuty,
  endDuty,
  keepDuty,
  pinMessage,
  unpinMessage,
  writeSettings,
  hideMessage,
  lockMessage,
  recordAct,
  showMessage,
  hideAllOf,
} from './chat.store.ts';
import { countWaiting } from './queue.view.ts';
import {
  settleReports,
  isReported,
  keepLocked,
  settleAllReports,
  unlockMessage,
  addMute,
  findRepeatedMute,
  lockMute,
  lockMuteOfRoom,
  markLifted,
  writeAppeal,
  writeAppealDecision,
} from './moderation.store.ts';
import type { Room } from '../rooms.view.ts';

/** Two missed beats of 20 seconds end a duty. */
const leaseMs = 45_000;

/**
 * Records the beat of a moderator on duty, or the end of the duty.
 * @throws Refusal LIVE_ROOM_NOT_FOUND or CHAT_NOT_MODERATOR
 */
export async function beat(
  tx: Transaction<DB>,
  { fanId, roomId, onDuty, at }: { fanId: number; roomId: string; onDuty: boolean; at: Date },
): Promise<DataOf<Contract['POST /activity/api/v1/jplive/chat/duty']>> {
  const room = await findRoom(tx, roomId);
  await requireModerator(tx, { roomId: room.id, fanId });
  const until = onDuty ? new Date(at.getTime() + leaseMs) : at;
  const duty = { roomId: room.id, fanId, until };
  await (onDuty ? keepDuty(tx, duty) : endDuty(tx, duty));
  return { onDuty: await countOnDuty(tx, room.id, at), waiting: await countWaiting(tx, room.id) };
}

type ChatSettingsChange = RequestOf<Contract['POST /activity/api/v1/jplive/chat/settings']>['body'] & {
  readonly fanId: number;
  readonly at: Date;
};

/**
 * Changes how a chat works; it is written down.
 * @throws Refusal LIVE_ROOM_NOT_FOUND or CHAT_NOT_MODERATOR
 */
export async function changeChatSettings(
  tx: Transaction<DB>,
  { fanId, at, roomId, ...change }: ChatSettingsChange,
): Promise<void> {
  const room = await findRoom(tx, roomId);
  await requireModerator(tx, { roomId: room.id, fanId });
  await writeSettings(tx, room.id, change);
  await recordAct(tx, { roomId: room.id, moderatorId: fanId, action: 'settings', details: change, at });
}

type Moderation = {
  readonly fanId: number;
  readonly messageId: string;
  readonly action: 'show' | 'remove' | 'pin' | 'unpin';
  readonly at: Date;
};

/**
 * Carries out and records a moderator's decision about a message.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND, CHAT_NOT_MODERATOR or CHAT_MESSAGE_LOCKED
 */
export async function moderateMessage(
  tx: Transaction<DB>,
  { fanId, messageId, action, at }: Moderation,
): Promise<'shown' | 'hidden'> {
  const message = await lockMessage(tx, messageId);
  await requireModerator(tx, { roomId: message.roomId, fanId });
  if (message.isLocked) throw new Refusal('CHAT_MESSAGE_LOCKED');
  const { id, roomId } = message;
  // Moderators do not decide that reports about themselves had no ground.
  const isOfStaff = message.role !== 'fan';
  await recordAct(tx, { roomId, moderatorId: fanId, action, messageId: id, at });
  switch (action) {
    case 'show':
      await settleReports(tx, { messageId: id, isFounded: isOfStaff, at });
      await showMessage(tx, message);
      return 'shown';
    case 'remove':
      await settleReports(tx, { messageId: id, isFounded: true, at });
      await hideMessage(tx, message);
      return 'hidden';
    case 'pin':
      if (message.state !== 'shown') throw new Refusal('CHAT_MESSAGE_NOT_FOUND');
      await pinMessage(tx, message);
      return 'shown';
    case 'unpin':
      await unpinMessage(tx, message);
      return message.state === 'shown' ? 'shown' : 'hidden';
  }
}

type Mute = RequestOf<Contract['POST /activity/api/v1/jplive/chat/mute']>['body'] & {
  readonly fanId: number;
  readonly at: Date;
};

const fiveMinutesMs = 5 * 60_000;

/**
 * Mutes the author of a message, who gets a notice: for five minutes or for the rest of the room in this room, or
 * permanently in all rooms. A repeat while that mute holds gets the first answer.
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

type MuteToEnd = { readonly fanId: number; readonly roomId: string; readonly muteId: string; readonly at: Date };

/**
 * Ends a mute that a moderator of the room gave. It is written down, and the fan gets a notice; a repeat changes nothing.
 * @throws Refusal LIVE_ROOM_NOT_FOUND, CHAT_NOT_MODERATOR or CHAT_MUTE_NOT_FOUND
 */
export async function liftMute(tx: Transaction<DB>, { fanId, roomId, muteId, at }: MuteToEnd): Promise<void> {
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

type ReportDecision = {
  readonly messageId: string;
  readonly show: boolean;
  readonly why: string;
  readonly operator: Operator;
  readonly at: Date;
};

/**
 * Carries out an operator's decision about a reported message. Shown again, it is no longer locked; hidden, a lock
 * lasts for its time.
 * @throws Refusal CHAT_MESSAGE_NOT_FOUND
 */
export async function decideReport(
  tx: Transaction<DB>,
  { messageId, show, why, operator, at }: ReportDecision,
): Promise<'shown' | 'hidden'> {
  const message = await lockMessage(tx, messageId);
  if (!message.isLocked && !(await isReported(tx, message.id))) throw new Refusal('CHAT_MESSAGE_NOT_FOUND');
  await settleAllReports(tx, { messageId: message.id, isFounded: !show, at });
  if (show) {
    await unlockMessage(tx, message.id);
    await showMessage(tx, message);
  } else {
    await hideMessage(tx, message);
    await keepLocked(tx, message.id, at);
  }
  const state = show ? 'shown' : 'hidden';
  await recordInAuditLog(tx, {
    action: 'chat/decide',
    subject: `chat-message:${message.id}`,
    operator,
    why,
    before: { state: message.state, isLocked: message.isLocked },
    after: { state, isLocked: message.isLocked && !show },
    at,
  });
  return state;
}

type AppealDecision = {
  readonly muteId: string;
  readonly granted: boolean;
  readonly why: string;
  readonly operator: Operator;
  readonly at: Date;
};

/**
 * Ends a mute after an appeal, or keeps it, for an operator. The fan gets a notice.
 * @throws Refusal CHAT_MUTE_NOT_FOUND or CHAT_APPEAL_NOT_OPEN
 */
export async function decideAppeal(
  tx: Transaction<DB>,
  { muteId, granted, why, operator, at }: AppealDecision,
): Promise<'granted' | 'refused'> {
  const mute = await lockMute(tx, muteId, at);
  if (!mute) throw new Refusal('CHAT_MUTE_NOT_FOUND');
  if (!mute.appealedAt || mute.decidedAt || mute.isLifted) throw new Refusal('CHAT_APPEAL_NOT_OPEN');
  await writeAppealDecision(tx, { muteId: mute.id, granted, at });
  const appeal = granted ? 'granted' : 'refused';
  const subject = `mute:${mute.id}`;
  await notify(tx, {
    kind: 'chatAppealDecided',
    subject,
    fans: [{ fanId: mute.fanId, parameters: { muteId: String(mute.id), granted } }],
    at,
  });
  await recordInAuditLog(tx, {
    action: 'chat/decideAppeal',
    subject: `chat-${subject}`,
    operator,
    why,
    before: { accountId: mute.accountId, appeal: 'open' },
    after: { accountId: mute.accountId, appeal },
    at,
  });
  return appeal;
}
