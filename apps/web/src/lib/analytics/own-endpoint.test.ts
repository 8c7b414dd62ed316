import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../environment.ts';
import type { AnalyticsAdapter, AnalyticsBatch, SentEvent } from './sent-event.ts';
import { ownEndpoint } from './own-endpoint.ts';

const view: SentEvent = { name: 'screen_view', screen: '/me', at: '2026-11-21T10:00:00.000Z', properties: {} };

let beacons: { url: string; batch: AnalyticsBatch }[];
let takesBeacons: boolean;
let requests: RequestInit[];
let page: EventTarget & { visibilityState: string; cookie: string };
let adapter: AnalyticsAdapter;

beforeEach(() => {
  vi.useFakeTimers();
  beacons = [];
  requests = [];
  takesBeacons = true;
  page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    cookie: '',
    documentElement: { lang: 'en' },
    querySelector: () => ({ content: '{"commitId":"abc1234"}' }),
  });
  const frame = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  vi.stubGlobal('dispatchEvent', frame.dispatchEvent.bind(frame));
  vi.stubGlobal('navigator', {
    userAgent: '',
    sendBeacon: (url: string, text: string) => {
      if (takesBeacons) beacons.push({ url, batch: JSON.parse(text) as AnalyticsBatch });
      return takesBeacons;
    },
  });
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    requests.push(init);
    return Promise.reject(new TypeError('There is no connection.'));
  });
  // Test files share the app's memory.
  chooseLanguage('en_US');
  adapter = ownEndpoint();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('events go together every ten seconds, with what is known of the tab and without a name', () => {
  adapter.send(view);
  adapter.send(view);
  vi.advanceTimersByTime(9_999);
  expect(beacons).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(beacons).toEqual([
    {
      url: '/analytics/api/v1/events',
      batch: {
        sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        deviceType: 'H5',
        languageType: 'en_US',
        theme: 'light',
        version: 'abc1234',
        events: [view, view],
      },
    },
  ]);
  vi.advanceTimersByTime(60_000);
  expect(beacons, 'nothing is sent when nothing happened').toHaveLength(1);
});

test('remaining events are sent when the page is hidden or left', () => {
  adapter.send(view);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  adapter.send(view);
  dispatchEvent(new Event('pagehide'));
  expect(beacons).toHaveLength(2);
});

test('no batch has more than fifty events', () => {
  for (let count = 0; count < 120; count += 1) adapter.send(view);
  dispatchEvent(new Event('pagehide'));
  expect(beacons.map(({ batch }) => batch.events.length)).toEqual([50, 50, 20]);
});

test('where beacons are not taken a request that outlives the page is tried, and its failure is ignored', async () => {
  takesBeacons = false;
  adapter.send(view);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toMatchObject([{ method: 'POST', keepalive: true }]);
});
