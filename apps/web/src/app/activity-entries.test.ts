import { expect, test } from 'vitest';
import type { LiveRoom } from '#/features/live/live-queries.ts';
import type { BlindBox, Campaign, EnvelopeDraw, Packet, Raffle } from '#/features/luck/luck-queries.ts';
import { best7Entry, boxEntry, drawEntry, isUrgent, liveEntry, packetEntry, songEntry } from './activity-entries.ts';

const at = (hour: number) => Date.UTC(2026, 10, 22, hour);
const iso = (hour: number) => new Date(at(hour)).toISOString();
const poll = { activityId: '1004', state: 'open', opensAt: iso(1), closesAt: iso(4) } as const;
const songs = {
  title: 'Encore',
  state: 'between',
  nominations: { opensAt: iso(1), closesAt: iso(2), isFrozen: true },
  final: { opensAt: iso(3), closesAt: iso(4), isFrozen: false },
} as const;

test.each([
  ['scheduled', 0, 'coming', { id: 'activity.opensAt', at: iso(1) }],
  ['scheduled', 1, 'now', { id: 'activity.openUntil', at: iso(4) }],
  ['open', 2, 'now', { id: 'activity.openUntil', at: iso(4) }],
  ['closing', 4, 'now', { id: 'phase.closingNote' }],
  ['final', 5, 'ended', { id: 'activity.endedAt', at: iso(4) }],
] as const)('a Best 7 poll that is %s at hour %i is listed under %s', (state, hour, list, when) => {
  const entry = best7Entry({ ...poll, state }, at(hour));
  expect(entry).toMatchObject({ list, when, to: '/best7?activityId=1004' });
});

test.each([
  ['scheduled', 0, 'coming', { id: 'activity.opensAt', at: iso(1) }],
  ['nominating', 1, 'now', { id: 'activity.openUntil', at: iso(2) }],
  ['between', 2, 'now', { id: 'activity.opensAt', at: iso(3) }],
  ['final', 3, 'now', { id: 'activity.openUntil', at: iso(4) }],
  ['counting', 4, 'now', { id: 'phase.closingNote' }],
  ['ended', 5, 'ended', { id: 'activity.endedAt', at: iso(4) }],
] as const)('a song event that is %s at hour %i is listed under %s', (state, hour, list, when) => {
  expect(songEntry({ ...songs, state }, at(hour))).toMatchObject({ list, when, title: 'Encore' });
});

const packet = {
  packetId: '7',
  state: 'open',
  opensAt: iso(1),
  closesAt: iso(3),
  soldOutAt: null,
  mine: null,
} as Packet;
const mine = { shareId: '1', place: 1, amount: 5, grabbedAt: iso(1) };

test.each([
  ['is not open yet', { state: 'notOpen' }, 0, 'coming', { id: 'activity.opensAt', at: iso(1) }, false],
  ['opens by its clock', { state: 'notOpen' }, 1, 'now', { id: 'activity.openUntil', at: iso(3) }, true],
  ['has a share of the fan', { mine }, 2, 'now', { id: 'activity.openUntil', at: iso(3) }, false],
  ['is sold out', { state: 'soldOut', soldOutAt: iso(2) }, 2, 'ended', { id: 'activity.endedAt', at: iso(2) }, false],
  ['has ended', { state: 'open' }, 3, 'ended', { id: 'activity.endedAt', at: iso(3) }, false],
] as const)('a packet that %s', (_, changes, hour, list, when, urgent) => {
  const entry = packetEntry({ ...packet, ...changes }, at(hour));
  expect(entry).toMatchObject({ list, when, to: '/packet?packetId=7' });
  expect(isUrgent(entry)).toBe(urgent);
});

const campaign = { activityId: '9', state: 'open', opensAt: iso(1), closesAt: iso(3) } as Campaign;
const raffle = { ...campaign, kind: 'raffle', draw: 'open', drawsAt: iso(4), drawnAt: null } as Raffle;
const envelope = { ...campaign, kind: 'envelope' } as EnvelopeDraw;

test.each([
  ['open', raffle, 2, 'now', { id: 'activity.openUntil', at: iso(3) }],
  ['closed and not drawn yet', { ...raffle, draw: 'waiting' }, 3, 'now', { id: 'activity.drawing' }],
  ['drawn', { ...raffle, draw: 'drawn', drawnAt: iso(4) }, 5, 'ended', { id: 'activity.drawnAt', at: iso(4) }],
  ['to come', { ...envelope, state: 'notOpen' }, 0, 'coming', { id: 'activity.opensAt', at: iso(1) }],
  ['sold out', { ...envelope, state: 'soldOut' }, 2, 'ended', { id: 'activity.soldOut' }],
  ['over', envelope, 3, 'ended', { id: 'activity.endedAt', at: iso(3) }],
] as const)('a draw that is %s', (_, draw, hour, list, when) => {
  expect(drawEntry(draw as Campaign, at(hour))).toMatchObject({ list, when, to: '/draw?activityId=9' });
});

test('a box on sale leads to itself', () => {
  const box = { ...campaign, kind: 'box' } as BlindBox;
  expect(boxEntry(box, at(2))).toMatchObject({ kind: 'boxes', list: 'now', to: '/box?activityId=9' });
});

test.each([
  ['onAir', null, 'now', { id: 'activity.alwaysOn' }, 'live.watch'],
  ['onAir', iso(4), 'now', { id: 'activity.openUntil', at: iso(4) }, 'live.watch'],
  ['coming', iso(4), 'coming', { id: 'activity.opensAt', at: iso(2) }, 'activity.look'],
] as const)('a live room that is %s until %s is listed under %s', (state, closesAt, list, when, action) => {
  const room = {
    roomId: 'stage',
    title: 'Stage',
    coverUrl: '/art/a.svg',
    state,
    opensAt: iso(2),
    closesAt,
    viewers: 3,
  };
  expect(liveEntry({ ...room, host: { name: 'Mina' } } as LiveRoom)).toMatchObject({
    list,
    when,
    action,
    to: '/live?roomId=stage',
  });
});
