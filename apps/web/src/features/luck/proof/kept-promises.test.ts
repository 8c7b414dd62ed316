import type { BoxProof, PacketProof, RaffleProof } from '@lightstick/chance';
import { expect, test } from 'vitest';
import { memoryStore } from '#/lib/key-value-store.ts';
import { isAsPromised, promiseOfAnswer, promiseOfPacket, promiseStore } from './kept-promises.ts';

const promise = (activityId: string, nonce: number) => ({
  activityId,
  documentHash: 'd0',
  epoch: 1,
  commitment: 'c0',
  sharesHash: null,
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

test('only the newest 200 are kept, and unreadable ones are left out', () => {
  const store = memoryStore();
  const promises = promiseStore(store, () => 'fan-1');
  for (let nonce = 1; nonce <= 205; nonce += 1) promises.keep(promise('box-1', nonce));
  expect(promises.of('box-1')).toHaveLength(200);
  expect(promises.of('box-1')[0]?.nonces).toEqual([205]);
  store.set('lightstick.promises', '[{"accountId":1}]');
  expect(promises.of('box-1')).toEqual([]);
});

test('the same promise is kept once, however often its packet is shown', () => {
  const promises = promiseStore(memoryStore(), () => 'fan-1');
  const packet = { packetId: 'noon', commitment: 'c0', sharesHash: 's0' };
  promises.keep(promiseOfPacket(packet));
  promises.keep(promiseOfPacket(packet));
  promises.keep(promiseOfPacket({ ...packet, commitment: 'c1' }));
  expect(promises.of('noon').map(({ commitment, sharesHash }) => [commitment, sharesHash])).toEqual([
    ['c1', 's0'],
    ['c0', 's0'],
  ]);
});

test('an answer that comes after a reload keeps what the request had seen', () => {
  const prize = { nonce: 7 };
  const answers: [string, object, object][] = [
    [
      'POST /wallet/api/v1/pointsMall/participateActivity',
      { activityId: 'box', commitment: 'c0', clientSeed: 'ab', oddsHash: 'd0' },
      { activityId: 'box', trace: { epoch: 2 }, results: [prize], entryHash: null },
    ],
    [
      'POST /activity/api/v1/packet/drawRedEnvelopes',
      { activityId: 'box', commitment: 'c0', clientSeed: 'ab' },
      { proof: { epoch: 2 }, prize },
    ],
  ];
  for (const [route, body, answer] of answers) {
    expect(promiseOfAnswer({ route, body }, answer)).toMatchObject({
      activityId: 'box',
      epoch: 2,
      commitment: 'c0',
      clientSeed: 'ab',
      nonces: [7],
    });
  }
});

test('a proof is of another promise as soon as one value that this browser saw differs', () => {
  const packet = { kind: 'packet', packetId: 'noon', commitment: 'c0', sharesHash: 's0' } as PacketProof;
  const promised = promiseOfPacket(packet);
  expect(isAsPromised([], packet)).toBeNull();
  expect(isAsPromised([promised], packet)).toBe(true);
  expect(isAsPromised([promised], { ...packet, commitment: 'c1' })).toBe(false);
  expect(isAsPromised([promised], { ...packet, sharesHash: 's1' })).toBe(false);

  const box = { kind: 'box', epoch: 1, commitment: 'c0', documentHash: 'd0' } as BoxProof;
  expect(isAsPromised([promise('box-1', 1)], box)).toBe(true);
  expect(isAsPromised([promise('box-1', 1)], { ...box, documentHash: 'd1' })).toBe(false);
  expect(isAsPromised([promise('box-1', 1)], { ...box, epoch: 2, commitment: 'c1' })).toBeNull();

  const raffle = {
    kind: 'raffle',
    documentHash: 'd0',
    beacon: { kind: 'organiser', commitment: 'c0', seed: null },
  } as RaffleProof;
  const drand = { kind: 'drand', chainHash: '', publicKey: '', round: null, signature: null } as const;
  expect(isAsPromised([promise('raffle-1', 1)], raffle)).toBe(true);
  expect(isAsPromised([promise('raffle-1', 1)], { ...raffle, beacon: drand })).toBe(false);
  expect(isAsPromised([{ ...promise('raffle-1', 1), commitment: null }], { ...raffle, beacon: drand })).toBe(true);
});
