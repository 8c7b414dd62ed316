import { describe, expect, test } from 'vitest';
import { detectHost } from './host-presence.ts';
import type { HostWindow } from './host-window.ts';
import { findDoor } from './transports.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

function page(parts: Partial<HostWindow> = {}, userAgent = '', cookie = ''): HostWindow {
  return {
    navigator: { userAgent },
    document: { cookie },
    location: { origin: 'https://vote.example.com' },
    addEventListener: () => undefined,
    ...parts,
  };
}

const handler = { postMessage: () => undefined };
const port = { postMessage: () => undefined, addEventListener: () => undefined };
const simulating = { parent: { lightstickSimulator: {}, postMessage: () => undefined } };

test.each<[string, Partial<HostWindow>, string]>([
  ['a message handler', { webkit: { messageHandlers: { lightstick: handler } } }, 'iosHandler'],
  ['a listener', { lightstickPort: port }, 'androidListener'],
  ['an interface', { lightstickAndroid: handler }, 'androidInterface'],
  ['single handlers', { webkit: { messageHandlers: { getUserInfo: handler } } }, 'iosFunctions'],
  ['single functions', { android: { getUserInfo: () => undefined } }, 'androidFunctions'],
  ['a simulator around it', simulating, 'simulator'],
])('a page with %s has a door', (_what, parts, door) => {
  expect(findDoor(page(parts))).toBe(door);
});

test.each<[string, Partial<HostWindow>]>([
  ['nothing', {}],
  ['a handler of somebody else', { webkit: { messageHandlers: { analytics: handler } as object } }],
  ['functions of somebody else', { android: { share: () => undefined } as object }],
  ['a frame around it that plays no host', { parent: { postMessage: () => undefined } }],
])('a page with %s has none', (_what, parts) => {
  expect(findDoor(page(parts))).toBeUndefined();
  expect(detectHost(page(parts))).toBeNull();
});

test('the envelope goes before single functions, and a device before the simulator around it', () => {
  const both = { messageHandlers: { lightstick: handler, getUserInfo: handler } };
  expect(findDoor(page({ webkit: both }))).toBe('iosHandler');
  expect(findDoor(page({ ...simulating, android: { getUserInfo: () => undefined } }))).toBe('androidFunctions');
});

test('a frame of another origin, which must not be looked into, is no host', () => {
  const foreign = new Proxy(
    {},
    {
      get() {
        throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError');
      },
    },
  );
  expect(findDoor(page({ parent: foreign }))).toBeUndefined();
  expect(detectHost(page({ parent: foreign }))).toBeNull();
});

test('a page without a frame is not the simulator', () => {
  const top: Record<string, unknown> = { ...page(), lightstickSimulator: {} };
  top['parent'] = top;
  expect(findDoor(top as unknown as HostWindow)).toBeUndefined();
  expect(detectHost(top as unknown as HostWindow)).toBeNull();
});

describe('without a door', () => {
  test('Android counts as a host only with the host’s cookie', () => {
    expect(detectHost(page({}, android, 'a=1; getEnvInfo=%7B%7D'))).toBe('android');
    expect(detectHost(page({}, android, 'a=1'))).toBeNull();
    expect(detectHost(page({}, android, 'notgetEnvInfo=%7B%7D'))).toBeNull();
  });

  test('the iOS SDK names itself', () => {
    expect(detectHost(page({}, 'Lightstick iOS SDK/2.1'))).toBe('ios');
    expect(detectHost(page({}, `${phone} Lightstick/1.0 iOS-SDK/1.0`))).toBe('ios');
    expect(detectHost(page({}, phone, 'getEnvInfo=%7B%7D'))).toBeNull();
  });
});

test('with a door the host is known without its user agent', () => {
  expect(detectHost(page({ lightstickPort: port }))).toBe('android');
  expect(detectHost(page({ webkit: { messageHandlers: { lightstick: handler } } }))).toBe('ios');
  expect(detectHost(page(simulating))).toBe('simulator');
});
