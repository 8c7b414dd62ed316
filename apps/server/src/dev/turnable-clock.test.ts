import { describe, expect, it } from 'vitest';
import { machineClock } from '#/lib/clock.ts';
import { createTurnableClock, standingAt } from './turnable-clock.ts';

const start = new Date('2026-08-01T00:00:00Z');
const msSinceStart = (at: Date) => at.getTime() - start.getTime();

/** Creates a standing time, and a list of what ran, each with its time. */
function givenTime() {
  const turnable = createTurnableClock(standingAt(start));
  const ran: [name: string, ms: number][] = [];
  return { ...turnable, ran, note: (name: string) => ran.push([name, msSinceStart(turnable.clock.now())]) };
}

describe('time that passes', () => {
  it('runs what falls due on the way, in its order and each at its time', async () => {
    const { clock, time, ran, note } = givenTime();
    clock.after(30, () => note('third'));
    clock.after(10, () => note('first'));
    clock.after(10, () => note('second'));
    clock.after(31, () => note('later'));
    await time.advance(30);
    expect(ran).toEqual([
      ['first', 10],
      ['second', 10],
      ['third', 30],
    ]);
    expect(msSinceStart(clock.now())).toBe(30);
  });

  it('runs a ticker as often as it would have ticked, until it is cancelled', async () => {
    const { clock, time, ran, note } = givenTime();
    const ticker = clock.every(10, () => {
      note('tick');
      if (ran.length === 3) ticker.cancel();
    });
    await time.advance(29);
    expect(ran.map(([, ms]) => ms)).toEqual([10, 20]);
    await time.advance(100);
    expect(ran.map(([, ms]) => ms)).toEqual([10, 20, 30]);
  });

  it('does not run a cancelled timer, even if one of the same time cancels it', async () => {
    const { clock, time, ran, note } = givenTime();
    clock.after(10, () => other.cancel());
    const other = clock.after(10, () => note('other'));
    await time.advance(10);
    expect(ran).toEqual([]);
  });

  it('runs timers that are set during a turn', async () => {
    const { clock, time, ran, note } = givenTime();
    clock.after(10, () => {
      note('outer');
      clock.after(5, () => note('inner'));
    });
    await time.advance(20);
    expect(ran).toEqual([
      ['outer', 10],
      ['inner', 15],
    ]);
  });

  it('waits for the work that a timer begins, before the next one runs', async () => {
    const { clock, time, ran, note } = givenTime();
    clock.after(10, async () => {
      await machineClock.sleep(20);
      note('work');
    });
    clock.after(11, () => note('next'));
    await time.advance(11);
    expect(ran).toEqual([
      ['work', 10],
      ['next', 11],
    ]);
  });

  it('wakes work that sleeps on the way, and waits for none that sleeps for longer', async () => {
    const { clock, time, ran, note } = givenTime();
    clock.after(10, async () => {
      await clock.sleep(10);
      note('awake');
      await clock.sleep(1000);
      note('too late');
    });
    await time.advance(20);
    expect(ran).toEqual([['awake', 20]]);
  });

  it('throws the failure of a timer', async () => {
    const { clock, time } = givenTime();
    clock.after(10, () => Promise.reject(new Error('It failed.')));
    await expect(time.advance(10)).rejects.toThrow('It failed.');
    await time.advance(10);
  });

  it('ends a sleep when the signal aborts', async () => {
    const { clock, time } = givenTime();
    const stopping = new AbortController();
    const sleep = clock.sleep(10, { signal: stopping.signal });
    stopping.abort();
    await expect(sleep).rejects.toMatchObject({ name: 'AbortError' });
    await expect(clock.sleep(10, { signal: stopping.signal })).rejects.toMatchObject({ name: 'AbortError' });
    await time.advance(10);
  });
});

describe('a wall clock that is set', () => {
  it('forwards lets the time between pass at once, with one run of each timer', async () => {
    const { clock, time, ran, note } = givenTime();
    clock.every(10, () => note('tick'));
    clock.after(25, () => note('once'));
    const fromMs = clock.monotonicMs();
    await time.set(new Date(start.getTime() + 3_600_000));
    expect(ran).toEqual([
      ['tick', 3_600_000],
      ['once', 3_600_000],
    ]);
    expect(clock.monotonicMs() - fromMs).toBe(3_600_000);
    await time.advance(10);
    expect(ran.at(-1)).toEqual(['tick', 3_600_010]);
  });

  it('backwards moves nothing else', async () => {
    const { clock, time, ran, note } = givenTime();
    clock.every(10, () => note('tick'));
    const fromMs = clock.monotonicMs();
    await time.set(new Date(start.getTime() - 3_600_000));
    expect(clock.now()).toEqual(new Date(start.getTime() - 3_600_000));
    expect(clock.monotonicMs()).toBe(fromMs);
    expect(ran).toEqual([]);
    await time.advance(10);
    expect(ran).toEqual([['tick', -3_599_990]]);
  });

  it('moves nothing else when turned by hand', () => {
    const { clock, time } = givenTime();
    const fromMs = clock.monotonicMs();
    time.setWall(new Date('2030-01-01T00:00:00Z'));
    expect(clock.now()).toEqual(new Date('2030-01-01T00:00:00Z'));
    expect(clock.monotonicMs()).toBe(fromMs);
  });
});

it('is exact also after fractions of a millisecond', async () => {
  let baseMs = 0.1;
  const base = { now: () => start, monotonicMs: () => (baseMs += 0.1), after: () => ({ cancel: () => undefined }) };
  const { clock, time } = createTurnableClock(base);
  let ticks = 0;
  clock.every(0.3, () => (ticks += 1));
  await time.advance(1000.7);
  expect(ticks).toBeGreaterThan(100);
  for (const ms of [3_615_000, 7_200_001]) {
    const instant = new Date(start.getTime() + ms);
    time.setWall(instant);
    expect(clock.now()).toEqual(instant);
    await time.advance(0.7);
    await time.set(new Date(start.getTime() + ms + 1000));
    expect(clock.now()).toEqual(new Date(start.getTime() + ms + 1000));
  }
});

it('steps once with every ticker, at the same time', async () => {
  const { clock, time, ran, note } = givenTime();
  clock.every(1000, async () => {
    await machineClock.sleep(5);
    note('slow');
  });
  clock.every(10, () => note('quick'));
  clock.after(5, () => note('once'));
  await time.step();
  expect(ran.map(([name]) => name).toSorted()).toEqual(['quick', 'slow']);
  expect(msSinceStart(clock.now())).toBe(0);
});

it('empties caches without letting time pass', async () => {
  const { clock, time, ran, note } = givenTime();
  clock.every(10, () => note('tick'));
  const fromMs = clock.monotonicMs();
  time.forget();
  expect(clock.monotonicMs() - fromMs).toBeGreaterThan(60_000);
  expect(clock.now()).toEqual(start);
  await time.advance(10);
  expect(ran).toEqual([['tick', 10]]);
});

it('goes on with its base', async () => {
  const { clock, time } = createTurnableClock(machineClock);
  const fromMs = clock.monotonicMs();
  await clock.sleep(5);
  expect(clock.monotonicMs() - fromMs).toBeGreaterThanOrEqual(5);
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.after(60_000, resolve);
  await time.advance(59_995);
  await promise;
  expect(clock.monotonicMs() - fromMs).toBeGreaterThanOrEqual(60_000);
});
