import { describe, expect, test } from 'vitest';
import {
  afterChatEvent,
  type ChatEvent,
  type ChatLog,
  type ChatMessage,
  emptyLog,
  mostMessages,
  type MyChat,
  ownMessageIds,
  waitingOf,
  withoutBlocked,
} from './chat-log.ts';

const message = (messageId: string, authorKey = 'mina'): ChatMessage => ({
  messageId,
  authorKey,
  nickname: 'Mina',
  level: null,
  badge: null,
  avatarUrl: '/art/avatar/1.svg',
  text: `text ${messageId}`,
  sentAt: '2026-11-21T12:00:00.000Z',
  role: 'fan',
});

const open: NonNullable<ChatEvent['chat']> = {
  state: 'open',
  slowModeSeconds: 0,
  holdAll: false,
  moderatorsOnly: false,
  pinned: null,
};

const event = (messages: readonly ChatMessage[], more: Partial<ChatEvent> = {}): ChatEvent => ({
  messages: [...messages],
  removed: [],
  chat: null,
  ...more,
});

const logOf = (...events: readonly ChatEvent[]): ChatLog => events.reduce(afterChatEvent, emptyLog);
const idsOf = ({ messages }: ChatLog) => messages.map(({ messageId }) => messageId);

describe('the log of a chat', () => {
  test('grows with each event, and shows a message that comes twice once', () => {
    const log = logOf(event([message('1'), message('2')], { chat: open }), event([message('2'), message('3')]));
    expect(idsOf(log)).toEqual(['1', '2', '3']);
    expect(log.chat).toEqual(open);
  });

  test('shows a held message that a moderator lets through where it arrives', () => {
    expect(idsOf(logOf(event([message('5')]), event([message('3')])))).toEqual(['5', '3']);
  });

  test('loses what is removed', () => {
    expect(idsOf(logOf(event([message('1'), message('2')]), event([], { removed: ['1'] })))).toEqual(['2']);
  });

  test('keeps the newest messages only', () => {
    const all = Array.from({ length: mostMessages + 5 }, (_, index) => message(String(index)));
    const log = logOf(event(all));
    expect(log.messages).toHaveLength(mostMessages);
    expect(log.messages[0]?.messageId).toBe('5');
  });

  test('is the same list where only the state of the chat changes', () => {
    const before = logOf(event([message('1')], { chat: open }));
    const after = afterChatEvent(before, event([], { chat: { ...open, state: 'paused' } }));
    expect(after.messages).toBe(before.messages);
    expect(after.chat?.state).toBe('paused');
  });
});

test('a blocked author is hidden in what is on the screen and in what comes', () => {
  const mine: MyChat = {
    isModerator: false,
    mute: null,
    held: [],
    blocked: ['1'],
    blockedAuthors: ['loud'],
    blockedFans: [{ blockId: '9', nickname: 'Loud' }],
  };
  const all = [message('1', 'loud'), message('2'), message('3', 'loud')];
  expect(withoutBlocked(all, mine)).toEqual([message('2')]);
  expect(withoutBlocked(all, undefined)).toBe(all);
});

test('the fan’s own messages are those sent in this visit, and the earlier ones of the same author', () => {
  const all = [message('1', 'me'), message('2'), message('3', 'me')];
  const sent = [{ clientId: 'a', text: 'hi', state: 'sent', messageId: '3' }] as const;
  expect([...ownMessageIds(all, sent)]).toEqual(['1', '3']);
  expect([...ownMessageIds(all, [])]).toEqual([]);
});

describe('the fan’s own messages below the log', () => {
  const held: MyChat['held'] = [{ messageId: '7', text: 'earlier', sentAt: '2026-11-21T12:00:00.000Z' }];

  test('are those on their way, until the log has them', () => {
    const sending = { clientId: 'a', text: 'one', state: 'sending' } as const;
    const sent = { clientId: 'b', text: 'two', state: 'sent', messageId: '2' } as const;
    expect(waitingOf([sending, sent], [], emptyLog)).toEqual([sending, sent]);
    expect(waitingOf([sending, sent], [], logOf(event([message('2')])))).toEqual([sending]);
    const removed = logOf(event([message('2')]), event([], { removed: ['2'] }));
    expect(waitingOf([sending, sent], [], removed)).toEqual([sending]);
  });

  test('have the ones that waited before this visit, each once', () => {
    const again = { clientId: 'a', text: 'earlier', state: 'held', messageId: '7' } as const;
    expect(waitingOf([], held, emptyLog)).toEqual([{ clientId: '7', messageId: '7', text: 'earlier', state: 'held' }]);
    expect(waitingOf([again], held, emptyLog)).toEqual([again]);
    expect(waitingOf([], held, logOf(event([message('7')])))).toEqual([]);
  });
});
