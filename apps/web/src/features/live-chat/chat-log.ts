import type { Contract, DataOf } from '@lightstick/contract';

export type ChatEvent = DataOf<Contract['GET /activity/api/v1/jplive/chat/stream']>;
export type ChatMessage = ChatEvent['messages'][number];
/** The state of the chat: what may be written, and what is pinned. */
export type ChatState = NonNullable<ChatEvent['chat']>;
/** The fan's own part of the chat: mutes, messages that wait, blocked authors. */
export type MyChat = DataOf<Contract['GET /activity/api/v1/jplive/chat/mine']>;

export type ChatLog = {
  /** The messages in the order in which they were shown. */
  readonly messages: readonly ChatMessage[];
  /** Undefined before the first event. */
  readonly chat: ChatState | undefined;
  /** The highest id of a message that ever came, whether it is still shown or not. */
  readonly newestId: number;
};

export const emptyLog: ChatLog = { messages: [], chat: undefined, newestId: 0 };

/** The messages that a page keeps; older ones leave. */
export const mostMessages = 300;

/** Returns the log after an event of the stream. A message that comes twice stays at its place. */
export function afterChatEvent({ messages, chat, newestId }: ChatLog, event: ChatEvent): ChatLog {
  const removed = new Set(event.removed);
  const byId = new Map(messages.map((message) => [message.messageId, message]));
  for (const message of event.messages) byId.set(message.messageId, message);
  const isChanged = event.messages.length > 0 || event.removed.length > 0;
  const kept = isChanged
    ? [...byId.values()].filter(({ messageId }) => !removed.has(messageId)).slice(-mostMessages)
    : messages;
  return {
    messages: kept,
    chat: event.chat ?? chat,
    newestId: Math.max(newestId, ...event.messages.map(({ messageId }) => Number(messageId))),
  };
}

/** Returns the messages whose authors the fan does not block. */
export function withoutBlocked(messages: readonly ChatMessage[], mine: MyChat | undefined): readonly ChatMessage[] {
  if (!mine || mine.blockedAuthors.length === 0) return messages;
  const blocked = new Set(mine.blockedAuthors);
  return messages.filter(({ authorKey }) => !blocked.has(authorKey));
}

/**
 * Returns the messages of this room that the fan wrote: those sent in this visit, and all others of the same author.
 */
export function ownMessageIds(
  messages: readonly ChatMessage[],
  outbox: readonly OutgoingMessage[],
): ReadonlySet<string> {
  const sent = new Set(outbox.flatMap(({ messageId }) => messageId ?? []));
  const own = messages.find(({ messageId }) => sent.has(messageId));
  if (!own) return sent;
  return new Set(messages.filter(({ authorKey }) => authorKey === own.authorKey).map(({ messageId }) => messageId));
}

/** A message that the fan has sent and the log does not show yet. */
export type OutgoingMessage = {
  /** The same with every attempt, so that the message is written once. */
  readonly clientId: string;
  readonly text: string;
  /** `unknown`: no answer came, so it may or may not have been written. */
  readonly state: 'sending' | 'sent' | 'held' | 'unknown';
  /** Known once the server has answered. */
  readonly messageId?: string;
};

/** Returns the fan's messages below the log: those on their way, and those that wait for a moderator. */
export function waitingOf(
  outbox: readonly OutgoingMessage[],
  held: MyChat['held'],
  { messages, newestId }: ChatLog,
): readonly OutgoingMessage[] {
  const shown = new Set(messages.map(({ messageId }) => messageId));
  // A message that was sent has come, and may have been removed since, once a later one has.
  const hasCome = ({ state, messageId }: OutgoingMessage) =>
    messageId !== undefined && (shown.has(messageId) || (state === 'sent' && Number(messageId) <= newestId));
  const own = outbox.filter((outgoing) => !hasCome(outgoing));
  const known = new Set(outbox.map(({ messageId }) => messageId));
  const earlier = held
    .filter(({ messageId }) => !shown.has(messageId) && !known.has(messageId))
    .map(({ messageId, text }) => ({ clientId: messageId, messageId, text, state: 'held' }) as const);
  return [...earlier, ...own];
}
