import { expect, test } from 'vitest';
import { type EventEntry, eventLists, isVoting, refreshAfterMs, summaryStateText, totalsTexts } from './events.ts';

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

const window = { opensAt: '2026-11-21T04:00:00Z', closesAt: '2026-11-21T08:00:00Z' };
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

test('a summary is fetched every minute while votes are cast, and right after a change of the event', () => {
  expect(refreshAfterMs({ state: 'open', ...window }, at('05:00:00'))).toBe(60_000);
  expect(refreshAfterMs({ state: 'open', ...window }, at('07:59:50'))).toBe(10_500);
  expect(refreshAfterMs({ state: 'scheduled', ...window }, at('03:59:58'))).toBe(2500);
  expect(refreshAfterMs({ state: 'scheduled', ...window }, at('04:00:01')), 'a server that is a little late').toBe(500);
});

test('it is fetched often while votes are counted, and not after the result is final', () => {
  expect(refreshAfterMs({ state: 'closing', ...window }, at('08:00:05'))).toBe(3000);
  expect(refreshAfterMs({ state: 'final', ...window }, at('09:00:00'))).toBe(false);
});

test('votes can be cast while the round on show is open, and not between two rounds', () => {
  expect(isVoting({ state: 'open', roundState: 'open' })).toBe(true);
  expect(summaryStateText({ state: 'open', roundState: 'open' })).toBe('summary.interim');
  for (const roundState of ['closing', 'tallying', 'final'] as const) {
    expect(isVoting({ state: 'open', roundState })).toBe(false);
    expect(summaryStateText({ state: 'open', roundState })).toBe('phase.between');
  }
  expect(isVoting({ state: 'final', roundState: 'final' })).toBe(false);
  expect(summaryStateText({ state: 'final', roundState: 'final' })).toBe('phase.final');
});

test('its totals say which round they are of, where one was before', () => {
  const ranking = { round: 1, ...window, totalVotes: 0, ranking: [] };
  expect(totalsTexts({ earlierRounds: [] }).votesText).toBe('summary.votes');
  expect(totalsTexts({ earlierRounds: [ranking] })).toEqual({
    votesText: 'summary.votesOfRound',
    votersText: 'summary.votersAll',
    ballotsText: 'summary.ballotsAll',
  });
});
