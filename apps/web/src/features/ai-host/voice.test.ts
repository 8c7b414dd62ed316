import { expect, test } from 'vitest';
import { localVoice } from './voice.ts';

const voice = (lang: string, localService = true) => ({ lang, localService });

test('an answer is read by a voice of the device in its language', () => {
  const voices = [voice('de-DE'), voice('en-GB'), voice('en-US'), voice('zh-CN'), voice('zh_TW')];
  expect(localVoice(voices, 'en_US')?.lang).toBe('en-US');
  expect(localVoice(voices, 'zh_TW')?.lang).toBe('zh_TW');
});

test('Mandarin of another region is better than silence, Cantonese is another language', () => {
  expect(localVoice([voice('zh-HK'), voice('zh-CN')], 'zh_TW')?.lang).toBe('zh-CN');
  expect(localVoice([voice('zh-HK'), voice('yue-HK')], 'zh_TW')).toBeUndefined();
});

test('a voice that sends the text to a server is not used', () => {
  expect(localVoice([voice('en-US', false)], 'en_US')).toBeUndefined();
});
