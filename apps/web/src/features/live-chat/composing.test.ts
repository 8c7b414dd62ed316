import { describe, expect, test } from 'vitest';
import type { ChatState } from './chat-log.ts';
import { asOneLine, charactersLeft, isShut, mostCharacters, writingState } from './composing.ts';

test('the characters left are shown near the limit, and beyond it', () => {
  expect(charactersLeft('a'.repeat(100))).toBeUndefined();
  expect(charactersLeft('👩‍👩‍👧'.repeat(100))).toBeUndefined();
  expect(charactersLeft('a'.repeat(mostCharacters - 40))).toBe(40);
  expect(charactersLeft(`${'a'.repeat(mostCharacters)}  `)).toBe(0);
  expect(charactersLeft('a'.repeat(mostCharacters + 3))).toBe(-3);
});

test('a pasted text becomes one line', () => {
  expect(asOneLine('one \r\n\n two\tthree')).toBe('one two three');
  expect(asOneLine('typed with a space ')).toBe('typed with a space ');
});

describe('who can write', () => {
  const nowMs = Date.parse('2026-11-21T12:00:00.000Z');
  const open: ChatState = { state: 'open', slowModeSeconds: 0, holdAll: false, moderatorsOnly: false, pinned: null };
  const mute = { muteId: '1', until: null, reason: 'Insults', appeal: 'none' } as const;
  const fan = {
    isSignedIn: true,
    isModerator: false,
    roomState: 'onAir',
    chat: open,
    mute: null,
    nowMs,
  } as const;
  const moderator = { ...fan, isModerator: true };

  test('is a fan in a room on air whose chat is open or held', () => {
    expect(writingState(fan)).toBe('open');
    expect(writingState({ ...fan, chat: { ...open, state: 'held' } })).toBe('open');
  });

  test('is no one before the room opens and after it has ended', () => {
    expect(writingState({ ...moderator, roomState: 'coming' })).toBe('coming');
    expect(writingState({ ...moderator, roomState: 'failed' })).toBe('over');
    expect(writingState({ ...moderator, chat: { ...open, state: 'closed' } })).toBe('closed');
  });

  test('is not a visitor', () => {
    expect(writingState({ ...fan, isSignedIn: false })).toBe('signIn');
    // Signing in opens nothing while only moderators can write.
    for (const state of ['closed', 'paused', 'readOnly'] as const) {
      const writing = writingState({ ...fan, isSignedIn: false, chat: { ...open, state } });
      expect([writing, isShut(writing)]).toEqual([state, true]);
    }
    expect(['open', 'signIn', 'muted'].map((writing) => isShut(writing as 'open'))).toEqual([false, false, false]);
  });

  test('is not a fan who is muted, until the mute ends or an appeal is granted', () => {
    expect(writingState({ ...fan, mute })).toBe('muted');
    expect(writingState({ ...fan, mute: { ...mute, until: '2026-11-21T12:00:00.001Z' } })).toBe('muted');
    expect(writingState({ ...fan, mute: { ...mute, until: '2026-11-21T12:00:00.000Z' } })).toBe('open');
    expect(writingState({ ...fan, mute: { ...mute, appeal: 'granted' } })).toBe('open');
  });

  test('is the moderator alone in a chat that is paused, without a moderator, or theirs', () => {
    for (const state of ['paused', 'readOnly'] as const) {
      expect(writingState({ ...fan, chat: { ...open, state } })).toBe(state);
      expect(writingState({ ...moderator, chat: { ...open, state } })).toBe('open');
    }
    expect(writingState({ ...fan, chat: { ...open, moderatorsOnly: true } })).toBe('moderatorsOnly');
    expect(writingState({ ...moderator, chat: { ...open, moderatorsOnly: true } })).toBe('open');
  });
});
