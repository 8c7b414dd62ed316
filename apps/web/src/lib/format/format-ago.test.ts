import { expect, test } from 'vitest';
import { formatAgo } from './format-ago.ts';

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
