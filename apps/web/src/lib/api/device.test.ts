import { expect, test } from 'vitest';
import { detectDeviceType } from './device.ts';

const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

test('Android counts as a host app only with the host’s cookie', () => {
  expect(detectDeviceType(android, 'a=1; getEnvInfo=%7B%7D')).toBe('ANDROID');
  expect(detectDeviceType(android, 'a=1')).toBe('H5');
});

test('the iOS SDK names itself', () => {
  expect(detectDeviceType('Lightstick iOS SDK/2.1', '')).toBe('IOS');
  expect(detectDeviceType('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1', '')).toBe('H5');
});
