import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEventStream, reconnectDelayMs } from './event-stream.ts';

/** A browser's event source, whose server is the test. */
class StandInSource extends EventTarget {
  static opened: StandInSource[] = [];
  isClosed = false;
  constructor() {
    super();
    StandInSource.opened.push(this);
  }
  say(eventName: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(eventName, { data }));
  }
  close(): void {
    this.isClosed = true;
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const show = (state: 'visible' | 'hidden') => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};

let live: boolean[];
let stop: () => void;
const newest = () => StandInSource.opened.at(-1);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('EventSource', StandInSource);
  page.visibilityState = 'visible';
  StandInSource.opened = [];
  live = [];
  stop = openEventStream({
    url: () => '/stream',
    eventName: 'ranking',
    onData: () => true,
    onLive: (isLive) => live.push(isLive),
    onTrouble: () => undefined,
  });
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a silent stream is no longer live, and is connected again', () => {
  newest()?.say('message', '{}');
  expect(live).toEqual([true]);
  vi.advanceTimersByTime(50_000);
  expect(live).toEqual([true, false]);
  expect(StandInSource.opened).toHaveLength(2);
  expect(StandInSource.opened[0]?.isClosed).toBe(true);
});

test('a stream with nothing to tell stays live as long as its beat is heard', () => {
  newest()?.say('message', '{}');
  for (let beat = 0; beat < 30; beat += 1) {
    vi.advanceTimersByTime(20_000);
    newest()?.say('beat');
  }
  expect(live).toEqual([true]);
  expect(StandInSource.opened).toHaveLength(1);
});

test('a hidden page disconnects and is not live until it hears something again', () => {
  newest()?.say('message', '{}');
  show('hidden');
  expect(live).toEqual([true, false]);
  expect(newest()?.isClosed).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect(StandInSource.opened).toHaveLength(1);
  show('visible');
  expect(live).toEqual([true, false]);
  newest()?.say('ranking', '{}');
  expect(live).toEqual([true, false, true]);
});

test('waits longer with every failure, up to half a minute', () => {
  const longest = (failures: number) => reconnectDelayMs(failures, () => 1);
  expect([1, 2, 3, 4, 5, 6, 20].map(longest)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('spreads the fans of a restarted server over half of the time', () => {
  expect(reconnectDelayMs(3, () => 0)).toBe(2000);
  expect(reconnectDelayMs(3, () => 0.5)).toBe(3000);
});
