import { expect, test } from 'vitest';
import { commandOf } from './player-controls.tsx';

test.each([
  ['a Latin keyboard', 'm', 'KeyM', 'toggleMute'],
  ['a French keyboard, by its letter', 'm', 'Semicolon', 'toggleMute'],
  ['capitals', 'M', 'KeyM', 'toggleMute'],
  ['a Cyrillic keyboard', 'ь', 'KeyM', 'toggleMute'],
  ['Zhuyin', 'ㄩ', 'KeyM', 'toggleMute'],
  ['full width', 'ｆ', 'KeyF', 'toggleWhole'],
  ['an input method', 'Process', 'KeyC', 'toggleCaptions'],
  ['a dead key', 'Dead', 'KeyI', 'toggleInset'],
  ['a full-width space', '\u3000', 'Space', 'togglePlay'],
  ['arrows', 'ArrowLeft', 'ArrowLeft', 'back'],
])('with %s, %s at %s is a command', (_, key, code, command) => expect(commandOf({ key, code })).toBe(command));

test.each([
  ['Tab', 'Tab'],
  ['x', 'KeyX'],
  ['я', 'KeyZ'],
  ['Shift', 'ShiftLeft'],
  ['Unidentified', ''],
])('%s at %s is none', (key, code) => expect(commandOf({ key, code })).toBeUndefined());
