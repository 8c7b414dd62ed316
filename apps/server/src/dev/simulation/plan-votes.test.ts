import { expect, test } from 'vitest';
import { planVotes } from './plan-votes.ts';

const simulation = {
  seed: 'quiet',
  fans: 50,
  votes: 1000,
  popularity: {
    '11': { weight: 30, momentum: 0.6 },
    '12': { weight: 30, momentum: -0.6 },
    '13': { weight: 5, momentum: 0 },
  },
};
const window = {
  opensAt: new Date('2026-11-10T04:00:00Z'),
  until: new Date('2026-11-21T04:17:53Z'),
  timeZone: 'Asia/Taipei',
  dailyCap: 300,
};
const planned = planVotes(simulation, window);
const votesFor = (idolId: string, votes = planned) =>
  votes.filter((vote) => vote.idolId === idolId).reduce((sum, vote) => sum + vote.num, 0);

test('the same simulation and window give the same votes', () => {
  expect(planVotes(simulation, window)).toEqual(planned);
  expect(planVotes({ ...simulation, seed: 'loud' }, window)).not.toEqual(planned);
});

test('votes lie inside the window, in the order of time, and reach up to its end', () => {
  const times = planned.map((vote) => vote.receivedAt.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(window.opensAt.getTime());
  expect(times.at(-1)).toBeLessThan(window.until.getTime());
  expect(times.at(-1)).toBeGreaterThan(window.until.getTime() - 3_600_000);
});

test('keeps every fan within the daily cap', () => {
  const casts = Map.groupBy(planned, (vote) => {
    const taipei = new Date(vote.receivedAt.getTime() + 8 * 3_600_000);
    return `${vote.fan} ${taipei.toISOString().slice(0, 10)}`;
  });
  const sums = [...casts.values()].map((votes) => votes.reduce((sum, vote) => sum + vote.num, 0));
  expect(Math.max(...sums)).toBeLessThanOrEqual(300);
  expect(Math.min(...planned.map((vote) => vote.num))).toBeGreaterThan(0);
});

test('casts the requested number of votes, at any hour of the end of the past', () => {
  for (let hour = 0; hour < 24; hour++) {
    const until = new Date(window.until.getTime() + hour * 3_600_000);
    expect(planVotes({ ...simulation, votes: 500 }, { ...window, until })).toHaveLength(500);
  }
});

test('weight makes an idol popular, and momentum makes her rise', () => {
  expect(votesFor('13')).toBeLessThan(votesFor('11') / 2);
  const [early, late] = [planned.slice(0, 300), planned.slice(-300)];
  expect(votesFor('11', early)).toBeLessThan(votesFor('12', early));
  expect(votesFor('11', late)).toBeGreaterThan(votesFor('12', late));
});

test('an evening is livelier than a night', () => {
  const inHour = (hour: number) => planned.filter((vote) => (vote.receivedAt.getUTCHours() + 8) % 24 === hour).length;
  expect(inHour(21)).toBeGreaterThan(5 * inHour(4));
});
