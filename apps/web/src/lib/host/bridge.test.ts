import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectHost, type HostBridge, HostError } from './bridge.ts';
import { failure, type RequestEnvelope, success } from './envelope.ts';
import type { HostWindow } from './host-window.ts';
import type { HostCommand } from './payloads.ts';

const mina = { token: 't', accountId: 'fan-1', nickname: 'Mina' };
const command = (id: string, name: string, params: object = {}) => ({
  v: 1,
  ch: 'lightstick',
  kind: 'cmd',
  id,
  command: name,
  params,
});

let warnings: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers();
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Host = {
  page: HostWindow;
  bridge: HostBridge;
  sent: RequestEnvelope[];
  say: (message: unknown) => void;
};

/** A page with an iOS handler; `reply` is the handler's reply to each request. */
function iosHost({
  reply,
  early = [],
}: { reply?: (request: RequestEnvelope) => unknown; early?: unknown[] } = {}): Host {
  const sent: RequestEnvelope[] = [];
  const postMessage = (message: unknown) => {
    sent.push(message as RequestEnvelope);
    return reply?.(message as RequestEnvelope);
  };
  const page: HostWindow = {
    webkit: { messageHandlers: { lightstick: { postMessage } } },
    navigator: { userAgent: '' },
    document: { cookie: '' },
    location: { origin: 'https://vote.example.com' },
    lightstick: { queue: early, receive: () => undefined },
    addEventListener: () => undefined,
  };
  const bridge = connectHost(page);
  if (!bridge) throw new Error('The page has a handler, so there is a bridge.');
  return { page, bridge, sent, say: (message) => page.lightstick?.receive(message) };
}

/** The outcome of a promise, which is awaited while the fake clock moves on. */
function outcome<T>(promise: Promise<T>): { value?: T; error?: unknown } {
  const result: { value?: T; error?: unknown } = {};
  promise.then(
    (value) => (result.value = value),
    (error: unknown) => (result.error = error),
  );
  return result;
}

const lastId = ({ sent }: Host) => sent.at(-1)?.id ?? '';

describe('an answer', () => {
  test.each<[string, (id: string) => unknown]>([
    ['an object', (id) => success(id, mina)],
    ['JSON', (id) => JSON.stringify(success(id, mina))],
  ])('may be %s', async (_what, answer) => {
    const host = iosHost();
    const asked = host.bridge.getUserInfo();
    await vi.advanceTimersByTimeAsync(0);
    host.say(answer(lastId(host)));
    await expect(asked).resolves.toEqual(mina);
  });

  test('may come as the reply of the handler, as an object or as JSON', async () => {
    const replies = iosHost({ reply: async ({ id }) => success(id, mina) });
    await expect(replies.bridge.getUserInfo()).resolves.toEqual(mina);
    const texts = iosHost({ reply: async ({ id }) => JSON.stringify(success(id, { theme: 'dark' })) });
    await expect(texts.bridge.getEnvInfo()).resolves.toEqual({ theme: 'dark' });
  });

  test('may still come by receive when the reply is empty', async () => {
    const host = iosHost({ reply: async () => undefined });
    const asked = host.bridge.getUserInfo();
    await vi.advanceTimersByTimeAsync(10);
    host.say(success(lastId(host), null));
    await expect(asked).resolves.toBeNull();
  });

  test('goes to the request it names, in any order of answers', async () => {
    const host = iosHost();
    const user = host.bridge.getUserInfo();
    const environment = host.bridge.getEnvInfo();
    await vi.advanceTimersByTimeAsync(0);
    const [first, second] = host.sent;
    host.say(success(second?.id ?? '', { theme: 'dark' }));
    host.say(success(first?.id ?? '', mina));
    await expect(Promise.all([user, environment])).resolves.toEqual([mina, { theme: 'dark' }]);
  });

  test('that comes twice counts once', async () => {
    const host = iosHost();
    const asked = host.bridge.getUserInfo();
    await vi.advanceTimersByTimeAsync(0);
    host.say(success(lastId(host), mina));
    host.say(success(lastId(host), { ...mina, accountId: 'fan-2' }));
    await expect(asked).resolves.toEqual(mina);
    expect(warnings).toHaveBeenCalledOnce();
  });

  test('to no question changes nothing', async () => {
    const host = iosHost();
    const asked = outcome(host.bridge.goBack());
    host.say(success('forged', mina));
    host.say('{"v":1,"ch":"lightstick","kind":"res","id":');
    await vi.advanceTimersByTimeAsync(2999);
    expect(asked).toEqual({});
    expect(warnings).toHaveBeenCalledTimes(2);
  });
});

describe('silence', () => {
  test('ends a request after 3 s, and the getters are asked three times', async () => {
    const host = iosHost();
    const asked = outcome(host.bridge.getUserInfo());
    await vi.advanceTimersByTimeAsync(8999);
    expect(asked).toEqual({});
    expect(host.sent).toHaveLength(3);
    expect(new Set(host.sent.map(({ id }) => id)).size).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.error).toMatchObject({ name: 'HostError', reason: 'timeout', method: 'getUserInfo' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(host.sent).toHaveLength(3);
  });

  test.each(['goBack', 'hideHeaderBar', 'logOff'] as const)('is not met by asking for %s again', async (method) => {
    const host = iosHost();
    const asked = outcome(host.bridge[method]());
    await vi.advanceTimersByTimeAsync(3000);
    expect(asked.error).toMatchObject({ reason: 'timeout', method });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(host.sent).toHaveLength(1);
  });

  test('at first is forgiven when a later answer is in time', async () => {
    const host = iosHost();
    const asked = host.bridge.getEnvInfo();
    await vi.advanceTimersByTimeAsync(3500);
    host.say(success(lastId(host), { languageType: 'zh_TW' }));
    await expect(asked).resolves.toEqual({ languageType: 'zh_TW' });
  });

  test('broken too late stays broken', async () => {
    const host = iosHost();
    const asked = outcome(host.bridge.goBack());
    await vi.advanceTimersByTimeAsync(3000);
    host.say(success(lastId(host)));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.error).toMatchObject({ reason: 'timeout' });
  });
});

describe('an invalid answer', () => {
  test.each<[string, (request: RequestEnvelope) => unknown, string]>([
    ['a reply that fails', () => Promise.reject(new Error('No.')), 'unreachable'],
    ['a handler that throws', () => JSON.parse('{'), 'unreachable'],
    ['a reply of another request', async ({ id }) => success(`not-${id}`, mina), 'unreadable'],
    ['a reply that is no envelope', async () => 'ok', 'unreadable'],
    ['a result that is no user', async ({ id }) => success(id, 'Mina'), 'unreadable'],
    ['a refusal', async ({ id }) => failure(id, 'HOST_FAILED', 'Not now.'), 'refused'],
  ])('%s is asked for three times, and then given up', async (_what, reply, reason) => {
    const host = iosHost({ reply });
    const asked = outcome(host.bridge.getUserInfo());
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.error).toBeInstanceOf(HostError);
    expect(asked.error).toMatchObject({ reason });
    expect(host.sent).toHaveLength(3);
  });

  test('says why the host refused', async () => {
    const host = iosHost({ reply: async ({ id }) => failure(id, 'NO_HISTORY', 'There is nowhere to go back to.') });
    await expect(host.bridge.goBack()).rejects.toMatchObject({
      refusalCode: 'NO_HISTORY',
      cause: 'There is nowhere to go back to.',
    });
  });
});

describe('commands', () => {
  const listen = ({ bridge }: Host) => {
    const heard: HostCommand[] = [];
    bridge.onCommand(({ command: name, params }) => heard.push({ command: name, params } as HostCommand));
    return heard;
  };

  test('are heard as objects and as JSON, in order', () => {
    const host = iosHost();
    const heard = listen(host);
    host.say(command('c1', 'changeTheme', { theme: 'dark' }));
    host.say(JSON.stringify(command('c2', 'refreshData')));
    expect(heard).toEqual([
      { command: 'changeTheme', params: { theme: 'dark' } },
      { command: 'refreshData', params: {} },
    ]);
  });

  test('that came before the bridge, or before anybody listened, are not lost', () => {
    const early = [command('c1', 'changeTheme', { theme: 'dark' }), 'garbage'];
    const host = iosHost({ early });
    host.say(command('c2', 'changeLanguage', { languageType: 'zh_TW' }));
    expect(listen(host).map(({ command: name }) => name)).toEqual(['changeTheme', 'changeLanguage']);
    expect(early).toEqual([]);
    host.say(command('c1', 'changeTheme', { theme: 'dark' }));
  });

  test('with the same id are carried out once, also when the first came early', () => {
    const host = iosHost({ early: [command('c1', 'refreshData')] });
    const heard = listen(host);
    host.say(command('c1', 'refreshData'));
    host.say(command('c2', 'refreshData'));
    host.say(command('c2', 'refreshData'));
    expect(heard).toHaveLength(2);
  });

  test('without an end do not fill the memory', () => {
    const host = iosHost();
    for (let n = 0; n < 500; n += 1) host.say(command(`c${n}`, 'refreshData'));
    expect(listen(host)).toHaveLength(50);
    const heard = listen(host);
    for (let n = 0; n < 1000; n += 1) host.say(command(`d${n}`, 'refreshData'));
    host.say(command('d999', 'refreshData'));
    expect(heard).toHaveLength(1000);
    // Only the latest ids are kept, so the oldest counts as new.
    host.say(command('d0', 'refreshData'));
    expect(heard).toHaveLength(1001);
  });
});

test.each<[string, unknown]>([
  ['a text that is no JSON', '{"v":1,"ch":"lightstick"'],
  ['a text that is too long', JSON.stringify(success('a', 'x'.repeat(100_000)))],
  ['an object that is no envelope', { theme: 'dark' }],
])('%s is dropped with one warning', (_what, message) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  iosHost().say(message);
  expect(warnings).toHaveBeenCalledExactlyOnceWith('A message of the host could not be read.');
  expect(errors).not.toHaveBeenCalled();
});

describe('capabilities', () => {
  test('that the host has named are all that it is asked for', async () => {
    const host = iosHost({ reply: async ({ id }) => success(id, { capabilities: ['getEnvInfo', 'goBack'] }) });
    expect(host.bridge.has('logOff')).toBe(true);
    await host.bridge.getEnvInfo();
    await host.bridge.goBack();
    await expect(host.bridge.logOff()).rejects.toMatchObject({ reason: 'unsupported' });
    await expect(host.bridge.getUserInfo()).rejects.toMatchObject({ reason: 'unsupported' });
    expect(host.sent.map(({ method }) => method)).toEqual(['getEnvInfo', 'goBack']);
  });

  test('may have been named by the cookie', () => {
    const { bridge } = iosHost();
    bridge.noteEnvironment({ capabilities: [] });
    expect(bridge.has('hideHeaderBar')).toBe(false);
  });
});

test('a request says what it wants', async () => {
  const host = iosHost({ reply: async ({ id }) => success(id) });
  await host.bridge.hideHeaderBar();
  expect(host.sent).toEqual([
    { v: 1, ch: 'lightstick', kind: 'req', id: lastId(host), method: 'hideHeaderBar', params: { hidden: true } },
  ]);
});
