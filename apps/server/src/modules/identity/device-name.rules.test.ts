import { describe, expect, test } from 'vitest';
import { deviceNameOf } from './device-name.rules.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

function textsOf(userAgent: string | undefined, type?: 'ANDROID' | 'IOS' | 'H5') {
  const { browser, system, deviceType } = deviceNameOf({ id: undefined, type, userAgent });
  return [browser, system, deviceType];
}

describe('what a fan sees of a device', () => {
  test.each([
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/139.0.0.0 Mobile Safari/537.36`,
      'Chrome',
      'Android',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
      'phone',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`,
      'Edge',
      'Windows',
      'computer',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox',
      'macOS',
      'computer',
    ],
    [
      `Mozilla/5.0 (Linux; Android 13; SM-X700) ${webKit} SamsungBrowser/23.0 Chrome/115.0 Safari/537.36`,
      'Samsung Internet',
      'Android',
      'tablet',
    ],
  ])('%s', (userAgent, ...words) => {
    expect(textsOf(userAgent)).toEqual(words);
  });

  test('inside an app is the system that the app says', () => {
    const webView =
      'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; ' +
      `wv) ${webKit} Version/4.0 Chrome/120.0 Mobile Safari/537.36`;
    expect(textsOf(webView, 'ANDROID')).toEqual([null, 'Android', 'phone']);
    expect(textsOf(undefined, 'IOS')).toEqual([null, 'iOS', 'phone']);
  });

  test.each([
    undefined,
    'curl/8.1',
    'Mina Lee/1.0 <script>alert(1)</script> ',
    '💜'.repeat(64),
    `${'a'.repeat(128)}/${'('.repeat(127)}`,
  ])('is unknown for %s', (userAgent) => {
    expect(textsOf(userAgent)).toEqual([null, null, null]);
  });
});
