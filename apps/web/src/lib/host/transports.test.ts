import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectHost, type HostBridge } from './bridge.ts';
import { type RequestEnvelope, success } from './envelope.ts';
import type { HostWindow } from './host-window.ts';
import type { HostCommand } from './payloads.ts';

const origin = 'https://vote.example.com';
const mina = { token: 't', accountId: 'fan-1' };
const dark = { v: 1, ch: 'lightstick', kind: 'cmd', id: 'c1', command: 'changeTheme', params: { theme: 'dark' } };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function pageWith(parts: Partial<HostWindow>): HostWindow {
  return {
    navigator: { userAgent: '' },
    document: { cookie: '' },
    location: { origin },
    lightstick: { queue: [], receive: () => undefined },
    addEventListener: () => undefined,
    ...parts,
  };
}

function connect(page: HostWindow): { bridge: HostBridge; themes: () => unknown[] } {
  const bridge = connectHost(page);
  if (!bridge) throw new Error('The page has a door, so there is a bridge.');
  const heard: HostCommand[] = [];
  bridge.onCommand((command) => heard.push(command));
  return { bridge, themes: () => heard.map(({ params }) => params) };
}

test('a page without a door has no bridge, and its receiver stays as it was', () => {
  const page = pageWith({});
  const { lightstick } = page;
  expect(connectHost(page)).toBeUndefined();
  expect(page.lightstick).toBe(lightstick);
});

test('Android’s listener takes JSON and answers by events', async () => {
  let tell: (event: { data: unknown }) => void = () => undefined;
  const lightstickPort = {
    postMessage: (message: string) => {
      const { id } = JSON.parse(message) as RequestEnvelope;
      queueMicrotask(() => tell({ data: JSON.stringify(success(id, mina)) }));
    },
    addEventListener: (_type: 'message', listener: typeof tell) => {
      tell = listener;
    },
  };
  const { bridge, themes } = connect(pageWith({ lightstickPort }));
  await expect(bridge.getUserInfo()).resolves.toEqual(mina);
  tell({ data: JSON.stringify(dark) });
  expect(themes()).toEqual([{ theme: 'dark' }]);
  expect(bridge.door).toBe('androidListener');
});

test('Android’s interface takes JSON as a method of its object, and answers by receive', async () => {
  const sent: string[] = [];
  const lightstickAndroid = {
    postMessage(this: unknown, message: string) {
      if (this !== lightstickAndroid)
        throw new TypeError('Java bridge method can’t be invoked on a non-injected object');
      sent.push(message);
    },
  };
  const page = pageWith({ lightstickAndroid });
  const { bridge, themes } = connect(page);
  const asked = bridge.getUserInfo();
  await vi.advanceTimersByTimeAsync(0);
  const { id } = JSON.parse(sent[0] ?? '') as RequestEnvelope;
  page.lightstick?.receive(JSON.stringify(success(id, mina)));
  await expect(asked).resolves.toEqual(mina);
  page.lightstick?.receive(JSON.stringify(dark));
  expect(themes()).toEqual([{ theme: 'dark' }]);
});

describe('the simulator', () => {
  type Event = { data: unknown; origin: string; source: unknown };

  function openSimulator() {
    let tell: (event: Event) => void = () => undefined;
    const postMessage = vi.fn<(message: unknown, targetOrigin: string) => void>();
    const parent = { lightstickSimulator: {}, postMessage };
    const addEventListener: HostWindow['addEventListener'] = (_type, listener) => {
      tell = listener;
    };
    const { bridge, themes } = connect(pageWith({ parent, addEventListener }));
    return { bridge, themes, parent, postMessage, tell: (event: Event) => tell(event) };
  }

  test('is spoken to within our origin, and answers by messages', async () => {
    const { bridge, parent, postMessage, tell } = openSimulator();
    const asked = bridge.getUserInfo();
    await vi.advanceTimersByTimeAsync(0);
    const [message, target] = postMessage.mock.calls[0] ?? [];
    expect(target).toBe(origin);
    tell({ data: success((message as RequestEnvelope).id, mina), origin, source: parent });
    await expect(asked).resolves.toEqual(mina);
  });

  test('is the only sender that is heard', () => {
    const { themes, parent, tell } = openSimulator();
    tell({ data: dark, origin: 'https://evil.example', source: parent });
    tell({ data: dark, origin, source: {} });
    expect(themes()).toEqual([]);
    tell({ data: dark, origin, source: parent });
    expect(themes()).toEqual([{ theme: 'dark' }]);
  });
});

describe('single functions', () => {
  type Callbacks = Record<string, (value?: unknown) => void>;

  function older(platform: 'ios' | 'android', methods: string[]) {
    const called: string[] = [];
    const page =
      platform === 'ios'
        ? pageWith({
            webkit: {
              messageHandlers: Object.fromEntries(
                methods.map((method) => [
                  method,
                  { postMessage: (message: unknown) => called.push(`${method}(${String(message)})`) },
                ]),
              ),
            },
          })
        : pageWith({
            android: Object.fromEntries(methods.map((method) => [method, () => called.push(`${method}()`)])),
          });
    return { ...connect(page), called, callbacks: page as unknown as Callbacks };
  }

  test.each([
    ['ios', 'getUserInfo(null)'],
    ['android', 'getUserInfo()'],
  ] as const)('on %s are called, and answer by their callbacks', async (platform, call) => {
    const { bridge, called, callbacks } = older(platform, ['getUserInfo', 'getEnvInfo']);
    const user = bridge.getUserInfo();
    const environment = bridge.getEnvInfo();
    await vi.advanceTimersByTimeAsync(0);
    callbacks['getEnvInfoCallback']?.({ theme: 'dark', statusBarHeight: 24 });
    callbacks['getUserInfoCallback']?.(JSON.stringify(mina));
    await expect(user).resolves.toEqual(mina);
    await expect(environment).resolves.toEqual({ theme: 'dark', statusBarHeight: 24 });
    expect(called[0]).toBe(call);
  });

  test('that never answer count as done', async () => {
    const { bridge, called } = older('ios', ['getUserInfo', 'goBack', 'hideHeaderBar', 'logOff']);
    await bridge.goBack();
    await bridge.hideHeaderBar();
    await bridge.logOff();
    expect(called).toEqual(['goBack(null)', 'hideHeaderBar(null)', 'logOff(null)']);
  });

  test('that the host lacks are not called', async () => {
    const { bridge } = older('android', ['getUserInfo']);
    expect(bridge.has('goBack')).toBe(false);
    await expect(bridge.goBack()).rejects.toMatchObject({ reason: 'unsupported' });
  });

  test('answer the latest question when the first answer was lost', async () => {
    const { bridge, callbacks } = older('ios', ['getUserInfo']);
    const asked = bridge.getUserInfo();
    await vi.advanceTimersByTimeAsync(3500);
    callbacks['getUserInfoCallback']?.('null');
    await expect(asked).resolves.toBeNull();
  });

  test('that answer garbage are asked again', async () => {
    const { bridge, called, callbacks } = older('ios', ['getUserInfo']);
    const asked = bridge.getUserInfo();
    await vi.advanceTimersByTimeAsync(0);
    callbacks['getUserInfoCallback']?.('{"token":');
    await vi.advanceTimersByTimeAsync(0);
    callbacks['getUserInfoCallback']?.(mina);
    callbacks['getUserInfoCallback']?.({ ...mina, accountId: 'fan-2' });
    await expect(asked).resolves.toEqual(mina);
    expect(called).toHaveLength(2);
  });

  test('command by calling the page', () => {
    const { themes, callbacks } = older('android', ['getUserInfo']);
    callbacks['changeTheme']?.('dark');
    callbacks['changeTheme']?.('polka dots');
    callbacks['changeLanguage']?.('zh_TW');
    callbacks['refreshData']?.();
    callbacks['refreshData']?.();
    expect(themes()).toEqual([{ theme: 'dark' }, { languageType: 'zh_TW' }, {}, {}]);
  });
});
