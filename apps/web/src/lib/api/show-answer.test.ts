import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { showAnswer } from './show-answer.ts';

const client = new QueryClient();
afterEach(() => client.clear());
const queryKey = ['room'];
const room = { queryKey, exact: true };

/** Observes a query as a screen does; its reads end when the test says so. */
function observeRoom(first?: string) {
  const readings: ((answer: string) => void)[] = [];
  if (first !== undefined) client.setQueryData(queryKey, first, { updatedAt: 1 });
  const observer = new QueryObserver<string>(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => void readings.push(resolve)),
  });
  return { readings, leave: observer.subscribe(() => undefined) };
}

const readShown = () => client.getQueryData(queryKey);

it('a read that began before a change does not bring the older state back, and is repeated', async () => {
  const { readings, leave } = observeRoom('nothing asked');
  expect(readings).toHaveLength(1);
  await showAnswer<string>(client, room, () => 'asked');
  expect([readShown(), readings.length]).toEqual(['asked', 2]);
  readings[0]?.('nothing asked');
  await new Promise((resolve) => void setTimeout(resolve));
  expect(readShown()).toBe('asked');
  readings[1]?.('asked, and first in the queue');
  await expect.poll(readShown).toBe('asked, and first in the queue');
  leave();
});

it('the first read of all is repeated, too', async () => {
  const { readings, leave } = observeRoom();
  await showAnswer<string>(client, room, () => 'asked');
  expect([readShown(), readings.length]).toEqual([undefined, 2]);
  readings[0]?.('nothing asked');
  readings[1]?.('asked');
  await expect.poll(readShown).toBe('asked');
  leave();
});

it('without a running read nothing is read, and data that were never read stay unknown', async () => {
  const { readings, leave } = observeRoom('nothing asked');
  readings[0]?.('nothing asked');
  await expect.poll(() => client.isFetching()).toBe(0);
  void showAnswer<string>(client, room, (known) => `${known}, then asked`);
  expect([readShown(), readings.length]).toEqual(['nothing asked, then asked', 1]);
  void showAnswer<string>(client, { queryKey: ['other'] }, () => 'asked');
  expect(client.getQueryData(['other'])).toBeUndefined();
  leave();
});

it('a query below an exact key stays as it is', async () => {
  client.setQueryData(queryKey, 'tasks');
  client.setQueryData([...queryKey, 'quiz'], 'a quiz');
  await showAnswer<string>(client, room, () => 'changed tasks');
  expect([readShown(), client.getQueryData([...queryKey, 'quiz'])]).toEqual(['changed tasks', 'a quiz']);
  await showAnswer<string>(client, { queryKey }, () => 'all');
  expect([readShown(), client.getQueryData([...queryKey, 'quiz'])]).toEqual(['all', 'all']);
});
