import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type KeyValueStore, memoryStore } from '../key-value-store.ts';
import { clockToleranceMs, intentLifetimeMs, intentStore } from './intent-store.ts';

const vote = { scope: 'vote:1004:idol-7', route: 'POST /activity/api/v1/vote/doVote', accountId: 'fan-1' };

let kept: KeyValueStore;
let now: number;
let keys: number;

/** Opens a page over the storage of earlier pages. */
const openPage = () =>
  intentStore(
    kept,
    () => now,
    () => `key-${++keys}`,
  );

beforeEach(() => {
  kept = memoryStore();
  now = 1_000_000;
  keys = 0;
});

describe('a decision that moves value', () => {
  test('gets its key when it is made, and is kept before it is sent', () => {
    const intent = openPage().begin({ ...vote, body: { num: 10 } });
    expect(intent.key).toBe('key-1');
    expect(openPage().unsettledOf('fan-1')).toEqual([intent]);
  });

  test('is sent with the same key and the same body after a reload', () => {
    const intent = openPage().begin({ ...vote, body: { num: 10 } });
    expect(openPage().begin({ ...vote, body: { num: 10 } })).toEqual(intent);
  });

  test('comes before another one about the same thing until its outcome is known', () => {
    const first = openPage().begin({ ...vote, body: { num: 10 } });
    const page = openPage();
    expect(page.begin({ ...vote, body: { num: 50 } })).toEqual(first);
    page.settle(first.key);
    expect(page.begin({ ...vote, body: { num: 50 } })).toMatchObject({ key: 'key-2', body: { num: 50 } });
  });

  test('does not stand in the way of others', () => {
    const page = openPage();
    page.begin({ ...vote, body: { num: 10 } });
    const other = page.begin({ ...vote, scope: 'vote:1004:idol-8', body: { num: 1 } });
    expect(other.key).toBe('key-2');
  });

  test('belongs to the fan who made it', () => {
    const page = openPage();
    page.begin({ ...vote, body: { num: 10 } });
    expect(page.unsettledOf('fan-2')).toEqual([]);
    expect(page.begin({ ...vote, accountId: 'fan-2', body: { num: 10 } }).key).toBe('key-2');
  });

  test('is left behind for the next page, and not for the one that made it', () => {
    const page = openPage();
    const intent = page.begin({ ...vote, body: { num: 10 } });
    expect(page.leftBehind('fan-1')).toEqual([]);
    expect(openPage().leftBehind('fan-1')).toEqual([{ ...intent, isOverdue: false }]);
    expect(openPage().leftBehind('fan-2')).toEqual([]);
  });

  test('is no longer left behind once the fan has taken it up again', () => {
    openPage().begin({ ...vote, body: { num: 10 } });
    const page = openPage();
    page.begin({ ...vote, body: { num: 10 } });
    expect(page.leftBehind('fan-1')).toEqual([]);
  });

  test.each([
    ['has grown old', intentLifetimeMs],
    ['is of a time that has not been', -clockToleranceMs - 1],
    ['was made by a clock a day ahead', -24 * 60 * 60_000 + 20 * 60_000],
  ])('that %s is not sent again, and kept until the fan has read so', (_what, laterMs) => {
    const intent = openPage().begin({ ...vote, body: { num: 10 } });
    now += laterMs;
    expect(openPage().unsettledOf('fan-1')).toEqual([]);
    openPage().begin({ ...vote, scope: 'vote:1004:idol-8', body: { num: 1 } });
    expect(openPage().leftBehind('fan-1')[0]).toEqual({ ...intent, isOverdue: true });
  });

  test('that is not sent again is replaced by a new one about the same thing', () => {
    openPage().begin({ ...vote, body: { num: 10 } });
    now += intentLifetimeMs;
    const next = openPage().begin({ ...vote, body: { num: 50 } });
    expect(next).toMatchObject({ key: 'key-2', body: { num: 50 } });
    expect(openPage().leftBehind('fan-1')).toEqual([{ ...next, isOverdue: false }]);
  });

  test('is sent again when two pages’ estimates of the server’s clock differ a little', () => {
    const intent = openPage().begin({ ...vote, body: { num: 10 } });
    now -= clockToleranceMs;
    expect(openPage().unsettledOf('fan-1')).toEqual([intent]);
  });
});

test('what a page began is left behind when its fan is signed out, for when they come back', () => {
  const page = openPage();
  const intent = page.begin({ ...vote, body: { num: 10 } });
  expect(page.leftBehind('fan-1')).toEqual([]);
  page.leaveBehind();
  expect(page.leftBehind('fan-1')).toEqual([{ ...intent, isOverdue: false }]);
});

test('the page is notified when a decision is made and when it is settled', () => {
  const page = openPage();
  let notices = 0;
  const stop = page.subscribe(() => (notices += 1));
  const intent = page.begin({ ...vote, body: { num: 10 } });
  page.settle(intent.key);
  stop();
  page.begin({ ...vote, body: { num: 10 } });
  expect(notices).toBe(2);
});

test('what is kept but cannot be read is ignored', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const text of ['not json', '{"a":1}', '[1, null, {"scope": 7}]']) {
    kept.set('lightstick.intents', text);
    expect(openPage().unsettledOf('fan-1')).toEqual([]);
  }
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});
