import { expect, test } from 'vitest';
import { type EventEntry, eventLists } from './event-queries.ts';

function event(activityId: string, state: EventEntry['state'], opensAt: string, closesAt: string): EventEntry {
  const rounds = [{ round: 1, opensAt, closesAt }];
  return {
    activityId,
    state,
    opensAt,
    closesAt,
    rounds,
    title: '',
    subtitle: '',
    timeZone: 'Asia/Taipei',
    coverUrl: '',
  };
}

const events = [
  event('open', 'open', '2026-11-01T00:00:00Z', '2026-11-23T00:00:00Z'),
  event('counting', 'closing', '2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z'),
  event('coming', 'scheduled', '2026-11-25T00:00:00Z', '2026-12-01T00:00:00Z'),
  event('ended', 'final', '2026-10-01T00:00:00Z', '2026-10-10T00:00:00Z'),
];

function idsAt(now: string) {
  const { now: on, coming, ended } = eventLists(events, Date.parse(now));
  return [on, coming, ended].map((list) => list.map(({ activityId }) => activityId));
}

test('an event that is being counted still stands with those that are on', () => {
  expect(idsAt('2026-11-21T00:00:00Z')).toEqual([['open', 'counting'], ['coming'], ['ended']]);
});

test('an event in the break between two rounds stands with those that are on', () => {
  const [first, last] = ['2026-11-01T00:00:00Z', '2026-11-23T00:00:00Z'];
  const rounds = [
    { round: 1, opensAt: first, closesAt: '2026-11-10T00:00:00Z' },
    { round: 2, opensAt: '2026-11-12T00:00:00Z', closesAt: last },
  ];
  const { now, coming, ended } = eventLists(
    [{ ...event('rounds', 'open', first, last), rounds }],
    Date.parse('2026-11-11T00:00:00Z'),
  );
  expect([now, coming, ended].map((list) => list.length)).toEqual([1, 0, 0]);
});

test('an event that was coming is on from its very second, before the server has told', () => {
  expect(idsAt('2026-11-25T00:00:00Z')).toEqual([['open', 'counting', 'coming'], [], ['ended']]);
});
