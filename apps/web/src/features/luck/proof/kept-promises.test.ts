import { expect, test } from 'vitest';
import { memoryStore } from '#/lib/key-value-store.ts';
import { promiseStore } from './kept-promises.ts';

const promise = (activityId: string, nonce: number) => ({
  activityId,
  documentHash: 'd0',
  epoch: 1,
  commitment: 'c0',
  clientSeed: 'ab',
  nonces: [nonce],
  entryHash: null,
});

test('a browser keeps what it was promised, for its fan and campaign, the newest first', () => {
  let fan: string | undefined = 'fan-1';
  const promises = promiseStore(memoryStore(), () => fan);
  promises.keep(promise('box-1', 1));
  promises.keep(promise('box-2', 1));
  promises.keep(promise('box-1', 2));
  expect(promises.of('box-1').map(({ nonces }) => nonces)).toEqual([[2], [1]]);
  fan = 'fan-2';
  expect(promises.of('box-1')).toEqual([]);
  fan = undefined;
  promises.keep(promise('box-1', 3));
  expect(promises.of('box-1')).toEqual([]);
});

test('only the newest 200 are kept, and what cannot be read is none', () => {
  const store = memoryStore();
  const promises = promiseStore(store, () => 'fan-1');
  for (let nonce = 1; nonce <= 205; nonce += 1) promises.keep(promise('box-1', nonce));
  expect(promises.of('box-1')).toHaveLength(200);
  expect(promises.of('box-1')[0]?.nonces).toEqual([205]);
  store.set('lightstick.promises', '[{"accountId":1}]');
  expect(promises.of('box-1')).toEqual([]);
});
