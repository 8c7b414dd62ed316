import { expect, test } from 'vitest';
import { formatAgo, formatTimeLeft } from './format-relative.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

test.each([
  [-5, '1 minute ago', '1 分鐘前'],
  [7 * minuteMs + 59_999, '7 minutes ago', '7 分鐘前'],
  [hourMs - 1, '59 minutes ago', '59 分鐘前'],
  [hourMs, '1 hour ago', '1 小時前'],
  [3 * hourMs, '3 hours ago', '3 小時前'],
  [dayMs, '1 day ago', '1 天前'],
  [29 * dayMs, '29 days ago', '29 天前'],
])('%d ms ago reads %s or %s', (agoMs, english, chinese) => {
  expect([formatAgo(agoMs, 'en_US'), formatAgo(agoMs, 'zh_TW')]).toEqual([english, chinese]);
});

const second = 1000;
const hour = 3600 * second;

test.each([
  [0, '00:00'],
  [1, '00:01'],
  [65 * second, '01:05'],
  [hour - 1, '1:00:00'],
  [5 * hour + 9 * second, '5:00:09'],
  [24 * hour - 1000, '23:59:59'],
  [24 * hour, undefined],
])('%i ms are %s', (leftMs, shown) => {
  expect(formatTimeLeft(leftMs, 0)).toBe(shown);
});
