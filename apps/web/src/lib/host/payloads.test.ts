import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHostUser, parseCommand, parseEnvironment, parseUser } from './payloads.ts';

describe('the environment', () => {
  test('is taken as the host says it', () => {
    const said = { languageType: 'zh_TW', theme: 'dark', statusBarHeight: 47, capabilities: ['goBack'] };
    expect(parseEnvironment(said)).toEqual(said);
  });

  test.each<[string, unknown, unknown]>([
    ['a language we do not speak', { languageType: 'tlh', theme: 'dark' }, { theme: 'dark' }],
    ['a theme that is none', { theme: 'polka dots' }, {}],
    ['a status bar of words', { statusBarHeight: '47' }, {}],
    ['a status bar taller than any', { statusBarHeight: 121 }, {}],
    ['a status bar below zero', { statusBarHeight: -1 }, {}],
    ['a status bar of no height', { statusBarHeight: 0 }, { statusBarHeight: 0 }],
    ['a status bar that is no number', { statusBarHeight: Number.NaN }, {}],
    ['capabilities in one word', { capabilities: 'everything' }, {}],
    ['capabilities among other things', { capabilities: ['goBack', 5, null] }, { capabilities: ['goBack'] }],
    ['fields of its own', { brightness: 3 }, {}],
  ])('counts %s as not said', (_what, said, known) => {
    expect(parseEnvironment(said)).toEqual(known);
  });

  test.each([[null], [undefined], ['dark'], [5], [[{ theme: 'dark' }]], [true]])('cannot be read from %j', (said) => {
    expect(parseEnvironment(said)).toBeUndefined();
  });
});

describe('the user', () => {
  const mina = { token: 't', accountId: 'fan-1' };

  test('keeps what we do not know as it came', () => {
    const said = { ...mina, passportToken: 'p', nickname: 'Mina', level: 7, clubs: [{ id: 1 }] };
    expect(parseUser(said)).toEqual(said);
  });

  test.each<[string, object]>([
    ['no token', { accountId: 'fan-1' }],
    ['an empty token', { token: '', accountId: 'fan-1' }],
    ['a token that is a number', { token: 42, accountId: 'fan-1' }],
    ['no account id', { token: 't' }],
    ['an empty account id', { token: 't', accountId: '' }],
    ['an account id that is a list', { token: 't', accountId: ['fan-1'] }],
  ])('with %s is anonymous', (_what, said) => {
    expect(parseUser(said)).toBeNull();
  });

  test.each([[null], [undefined]])('%s is no user', (said) => {
    expect(parseUser(said)).toBeNull();
  });

  test.each([['fan-1'], [5], [false], [[mina]]])('cannot be read from %j', (said) => {
    expect(parseUser(said)).toBeUndefined();
  });
});

describe('commands', () => {
  test.each<[unknown, unknown, unknown]>([
    ['changeTheme', { theme: 'dark' }, { theme: 'dark' }],
    ['changeLanguage', { languageType: 'en_US' }, { languageType: 'en_US' }],
    ['refreshData', {}, {}],
    ['refreshData', undefined, {}],
  ])('%s with %j is understood', (command, params, understood) => {
    expect(parseCommand(command, params)).toEqual({ command, params: understood });
  });

  test.each<[unknown, unknown]>([
    ['changeTheme', { theme: '<img onerror>' }],
    ['changeTheme', 'dark'],
    ['changeTheme', undefined],
    ['changeLanguage', { languageType: 'ja_JP' }],
    ['__proto__', {}],
    ['constructor', {}],
    ['eval', {}],
    [undefined, {}],
  ])('%s with %j is none', (command, params) => {
    expect(parseCommand(command, params)).toBeUndefined();
  });
});

test('data of any host are read with the right types', () => {
  const field = fc.constantFrom('token', 'accountId', 'nickname', 'theme', 'languageType', 'statusBarHeight');
  const said = fc.oneof(fc.anything(), fc.dictionary(field, fc.anything()));
  fc.assert(
    fc.property(said, (value) => {
      const environment = parseEnvironment(value) ?? {};
      expect(['light', 'dark', undefined]).toContain(environment.theme);
      expect(['en_US', 'zh_TW', undefined]).toContain(environment.languageType);
      const height = environment.statusBarHeight ?? 0;
      expect(height >= 0 && height <= 120).toBe(true);
      for (const user of [parseUser(value), parseHostUser(value)]) {
        if (!user) continue;
        expect(typeof user.token).toBe('string');
        expect(typeof user.accountId).toBe('string');
      }
    }),
  );
});
