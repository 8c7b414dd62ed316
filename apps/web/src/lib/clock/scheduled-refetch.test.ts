import { describe, expect, test } from 'vitest';
import { refetchAfterMs, type ScheduledChange, saleChanges } from './scheduled-refetch.ts';

const turnAt = '2026-11-21T16:00:00.000Z';
const turnMs = Date.parse(turnAt);
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
const first = () => 0;
const middle = () => 0.5;
const last = () => 1;

const plainChange = (time: string): ScheduledChange => ({ at: `2026-11-21T${time}.000Z`, isAwaited: false });
const awaitedChange = (time: string): ScheduledChange => ({ at: `2026-11-21T${time}.000Z`, isAwaited: true });

/** Returns the wait after an answer from that time of day, at the same moment. */
function waitAt(time: string, turns: readonly ScheduledChange[], random = first): number | false {
  return refetchAfterMs(turns, { askedAtMs: at(time), nowMs: at(time) }, random);
}

/** Returns when a browser asks, in ms after an awaited change that never comes. */
function findAskings(random: () => number, count: number): readonly number[] {
  const times: number[] = [];
  let askedAtMs = turnMs - 1000;
  for (let asked = 0; asked < count; asked += 1) {
    askedAtMs += Number(refetchAfterMs([{ at: turnAt, isAwaited: true }], { askedAtMs, nowMs: askedAtMs }, random));
    times.push(askedAtMs - turnMs);
  }
  return times;
}

describe('an answer is asked for again', () => {
  test('at the first of its turns', () => {
    expect(waitAt('15:59:00', [plainChange('16:00:00')])).toBe(60_400);
    expect(waitAt('15:59:00', [plainChange('16:00:00'), plainChange('15:59:30')])).toBe(30_400);
  });

  test('never if nothing of it changes by itself', () => {
    expect(waitAt('15:59:00', [])).toBe(false);
  });

  test('by every browser at its own moment, spread over a quarter of a minute', () => {
    expect(waitAt('15:59:00', [plainChange('16:00:00')], middle)).toBe(67_900);
    expect(waitAt('15:59:00', [plainChange('16:00:00')], last)).toBe(75_400);
  });

  test('within two seconds where somebody waits for it', () => {
    expect(waitAt('15:59:00', [awaitedChange('16:00:00')], first)).toBe(60_400);
    expect(waitAt('15:59:00', [awaitedChange('16:00:00')], last)).toBe(62_000);
  });

  test('sooner at a turn that is waited for than at one just before it that is not', () => {
    expect(waitAt('15:59:00', [plainChange('15:59:58'), awaitedChange('16:00:00')], last)).toBe(62_000);
  });

  test('after as long as a timer can wait, where the turn is months away', () => {
    expect(waitAt('15:59:00', [{ at: '2027-11-21T16:00:00.000Z', isAwaited: true }])).toBe(2_147_483_647);
  });
});

describe('a failed or outdated answer', () => {
  test('is fetched again after as long as it has been fetched in vain, and a minute at most', () => {
    expect(findAskings(first, 8)).toEqual([400, 2400, 4800, 9600, 19_200, 38_400, 68_400, 98_400]);
    expect(findAskings(last, 6)).toEqual([2000, 6000, 18_000, 54_000, 114_000, 174_000]);
  });

  test('is not fetched twice at once, even if screens are drawn meanwhile', () => {
    const asking = { askedAtMs: turnMs - 1000, nowMs: turnMs + 500 };
    expect(refetchAfterMs([{ at: turnAt, isAwaited: false }], asking, first)).toBe(4000);
  });

  test('does not restart its wait with each second that is drawn', () => {
    const askedAtMs = turnMs + 20_000;
    const wait = (nowMs: number) => refetchAfterMs([{ at: turnAt, isAwaited: false }], { askedAtMs, nowMs }, middle);
    expect(wait(askedAtMs)).toBe(30_000);
    expect(wait(askedAtMs + 1000)).toBe(29_000);
  });
});

const opensAt = '2026-11-21T12:00:00.000Z';
const closesAt = '2026-11-22T12:00:00.000Z';

test('a sale that is not open changes when it opens, which is awaited where it can be bought', () => {
  const sales = [{ state: 'notOpen', opensAt, closesAt }] as const;
  expect(saleChanges(sales, { isAwaited: true })).toEqual([{ at: opensAt, isAwaited: true }]);
  expect(saleChanges(sales, { isAwaited: false })).toEqual([{ at: opensAt, isAwaited: false }]);
});

test('an open sale changes when it closes, without a wait', () => {
  expect(saleChanges([{ state: 'open', opensAt, closesAt }], { isAwaited: true })).toEqual([
    { at: closesAt, isAwaited: false },
  ]);
});

test('a sale that never closes, is sold out or has ended does not change by itself', () => {
  const sales = [
    { state: 'open', opensAt, closesAt: null },
    { state: 'soldOut', opensAt, closesAt },
    { state: 'ended', opensAt, closesAt },
  ] as const;
  expect(saleChanges(sales, { isAwaited: true })).toEqual([]);
});
