import { expect, test } from 'vitest';
import { newestTotal } from './newest-total.ts';

const event = (totalVotes: number) => `id: f-1\ndata: {"kind":"delta","totalVotes":${totalVotes},"list":[]}\n\n\r\n`;

test('the last of several events in one piece counts', () => {
  expect(newestTotal(event(7) + event(12_345_678))).toBe(12_345_678);
});

test('the first event after the head of the answer counts', () => {
  expect(newestTotal(`HTTP/1.1 200 OK\r\n\r\n10\r\nretry: 1000\n\n\r\n${event(0)}`)).toBe(0);
});

test('a heartbeat has no number', () => {
  expect(newestTotal('13\r\nevent: beat\ndata:\n\n\r\n')).toBeUndefined();
});
