import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failure, parseEnvelope, request, success } from './envelope.ts';

const head = { v: 1, ch: 'lightstick', id: 'a' };

describe('an envelope is read', () => {
  test.each<[string, object]>([
    ['a request', request('a', 'hideHeaderBar', { hidden: true })],
    ['an answer', success('a', { theme: 'dark' })],
    ['an answer without a result', success('a')],
    ['a refusal', failure('a', 'HOST_FAILED', 'Not now.')],
    ['a command', { ...head, kind: 'cmd', command: 'changeTheme', params: { theme: 'dark' } }],
  ])('%s, as an object and as JSON', (_what, envelope) => {
    expect(parseEnvelope(envelope)).toEqual(envelope);
    expect(parseEnvelope(JSON.stringify(envelope))).toEqual(envelope);
  });

  test('without foreign fields', () => {
    expect(parseEnvelope({ ...success('a'), extra: 1 })).toEqual(success('a'));
  });

  test('with a refusal that gives no reasons', () => {
    const plain = { ...head, kind: 'res', ok: false };
    expect(parseEnvelope(plain)).toEqual(failure('a', 'unknown', ''));
    expect(parseEnvelope({ ...plain, error: { code: 5, message: {} } })).toEqual(failure('a', 'unknown', ''));
  });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a number', 5],
  ['a list', [success('a')]],
  ['an empty text', ''],
  ['a text', 'hello'],
  ['JSON that is cut off', '{"v":1,"ch":"lightstick","kind":"res","id":'],
  ['JSON of a text of JSON', JSON.stringify(JSON.stringify(success('a')))],
  ['JSON longer than any answer', JSON.stringify(success('a', 'x'.repeat(100_000)))],
  ['another version', { ...success('a'), v: 2 }],
  ['a version in words', { ...success('a'), v: '1' }],
  ['another channel', { ...success('a'), ch: 'another-app' }],
  ['no id', { ...success('a'), id: undefined }],
  ['an empty id', success('')],
  ['an id that is a number', { ...success('a'), id: 1 }],
  ['an id that is too long', success('a'.repeat(65))],
  ['another kind', { ...success('a'), kind: 'event' }],
  ['an answer that is neither good nor bad', { ...head, kind: 'res', result: {} }],
  ['an answer that is well in words', { ...head, kind: 'res', ok: 'true' }],
  ['a request for what there is not', { ...head, kind: 'req', method: 'getPassword', params: {} }],
  ['a command that there is not', { ...head, kind: 'cmd', command: 'navigate', params: {} }],
  ['a command to be what there is not', { ...head, kind: 'cmd', command: 'changeTheme', params: { theme: 'red' } }],
])('%s is no envelope', (_what, message) => {
  expect(parseEnvelope(message)).toBeUndefined();
});

test('garbage of every kind is dropped silently', () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
  const almost = fc.record(
    {
      v: fc.constantFrom(1, 2),
      ch: fc.constant('lightstick'),
      kind: fc.constantFrom('res', 'cmd', 'req'),
      id: anything,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(anything, almost, fc.json(), fc.string()), (message) => {
      const { ch, id } = parseEnvelope(message) ?? { ch: 'lightstick', id: 'none' };
      expect(ch).toBe('lightstick');
      expect(id).toSatisfy((text: unknown) => typeof text === 'string' && text.length > 0 && text.length <= 64);
    }),
  );
});

test('a host can read our requests, and we can read its answers', () => {
  const id = fc.string({ minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(id, fc.jsonValue(), (given, result) => {
      expect(parseEnvelope(JSON.stringify(request(given, 'getUserInfo')))).toEqual(request(given, 'getUserInfo'));
      const answer = JSON.stringify(success(given, result));
      expect(parseEnvelope(answer)).toEqual(JSON.parse(answer));
    }),
  );
});
