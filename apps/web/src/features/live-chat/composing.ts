import { writtenCharacters } from '#/ui/composer.ts';
import type { ChatState, MyChat } from './chat-log.ts';

/** Longest message, in characters as a person counts them; the server's rule. */
export const mostCharacters = 200;
/** The count is shown once so many characters are left. */
const shownFrom = 40;

/** Returns how many characters are left, negative when there are too many; undefined while the limit is far. */
export function charactersLeft(text: string): number | undefined {
  // No character has less than one code unit.
  if (text.length < mostCharacters - shownFrom) return undefined;
  const left = mostCharacters - writtenCharacters(text);
  return left <= shownFrom ? left : undefined;
}

/** Returns what was typed or pasted as one line. */
export function asOneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, (space) => (/[\r\n\u2028\u2029]/.test(space) ? ' ' : space))
    .replaceAll(/\p{Cc}/gu, ' ');
}

export type RoomState = 'coming' | 'onAir' | 'over' | 'cancelled' | 'failed';

/** Whether the visitor can write, or the first reason why not. */
export type WritingState =
  | 'open'
  | 'signIn'
  | 'coming'
  | 'over'
  | 'muted'
  | 'closed'
  | 'paused'
  | 'readOnly'
  | 'moderatorsOnly';

type Writer = {
  readonly isSignedIn: boolean;
  readonly isModerator: boolean;
  readonly roomState: RoomState;
  readonly chat: ChatState | undefined;
  readonly mute: MyChat['mute'];
  readonly nowMs: number;
};

/** Tells whether only moderators can write. Signing in does not help then. */
export function isShut(writing: WritingState): boolean {
  return writing !== 'open' && writing !== 'signIn' && writing !== 'muted';
}

export function writingState({ isSignedIn, isModerator, roomState, chat, mute, nowMs }: Writer): WritingState {
  if (roomState === 'coming') return 'coming';
  if (roomState !== 'onAir') return 'over';
  const shut = shutState(chat);
  if (!isSignedIn) return shut ?? 'signIn';
  if (isModerator) return chat?.state === 'closed' ? 'closed' : 'open';
  if (mute && isRunning(mute, nowMs)) return 'muted';
  return shut ?? 'open';
}

function shutState(chat: ChatState | undefined): WritingState | undefined {
  if (chat && chat.state !== 'open' && chat.state !== 'held') return chat.state;
  return chat?.moderatorsOnly ? 'moderatorsOnly' : undefined;
}

function isRunning({ until, appeal }: NonNullable<MyChat['mute']>, nowMs: number): boolean {
  return appeal !== 'granted' && (until === null || Date.parse(until) > nowMs);
}
