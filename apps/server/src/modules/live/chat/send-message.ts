import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import { graphemeCount } from '@lightstick/contract/graphemes';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import { linkOrContactIn, type WordFilter } from '#/modules/moderation/index.ts';
import { stateOf } from '../room-state.rules.ts';
import { enterChat } from './chat-room.ts';
import { type MessageVerdict, writeMessage } from './chat.store.ts';

type SentMessage = DataOf<Contract['POST /activity/api/v1/jplive/chat/send']>;

type Message = {
  readonly fan: Fan;
  readonly roomId: string;
  readonly text: string;
  readonly clientId: string;
  readonly at: Date;
};

const newAccountMs = 10 * 60_000;

/**
 * Writes a message, which is shown or waits for a moderator. A repeat with the same client id gets the first answer.
 * @throws Refusal of the contract; IDEMPOTENCY_KEY_REUSED for a client id with another text
 */
export async function sendMessage(
  { db, words }: { readonly db: Kysely<DB>; readonly words: () => Promise<WordFilter> },
  { fan, roomId, text, clientId, at }: Message,
): Promise<SentMessage> {
  const { room, role } = await enterChat(db, { roomId, fanId: fan.id });
  if (stateOf(room, at) !== 'onAir') throw new Refusal('CHAT_CLOSED');
  if (isTooLong(text)) throw new Refusal('CHAT_TOO_LONG', { most: mostCharacters });
  const forbidden = linkOrContactIn(text);
  if (forbidden) throw new Refusal(forbidden === 'link' ? 'CHAT_LINK' : 'CHAT_CONTACT');
  const because = role === 'fan' ? await whyItWaits(text, fan, at, words) : null;
  const { id: fanId } = fan;
  const message = { roomId: room.id, opensAt: room.opensAt, fanId, clientId, text, role, because, at };
  const verdict = await writeMessage(db, message);
  const refusal = refusalOf(verdict);
  if (refusal) throw refusal;
  return { messageId: String(verdict.messageId), state: verdict.state };
}

async function whyItWaits(
  text: string,
  { joinedAt }: Fan,
  at: Date,
  words: () => Promise<WordFilter>,
): Promise<'filter' | 'newAccount' | null> {
  if ((await words())(text)) return 'filter';
  return at.getTime() - joinedAt.getTime() < newAccountMs ? 'newAccount' : null;
}

function refusalOf({ result, seconds, reason }: MessageVerdict): Refusal | undefined {
  switch (result) {
    case 'sent':
    case 'repeat':
      return undefined;
    case 'reused':
      return new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'gone':
      return new Refusal('UNAUTHENTICATED');
    case 'muted':
      return new Refusal('CHAT_MUTED', { reason });
    case 'paused':
      return new Refusal('CHAT_PAUSED');
    case 'readOnly':
      return new Refusal('CHAT_READ_ONLY');
    case 'moderatorsOnly':
      return new Refusal('CHAT_MODERATORS_ONLY');
    case 'tooFast':
      return new Refusal('CHAT_TOO_FAST', { seconds });
    case 'repeated':
      return new Refusal('CHAT_REPEATED');
    case 'full':
      return new Refusal('CHAT_FULL');
  }
}

/** Longest message, in characters as a person counts them. */
const mostCharacters = 200;

export function isTooLong(text: string): boolean {
  // No grapheme is shorter than a unit, so most messages need no segmenter.
  return text.length > mostCharacters && graphemeCount(text) > mostCharacters;
}
