import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, TransportError } from '#/lib/api/api-error.ts';
import { ChunkLoadError } from '#/lib/chunk-load-error.ts';
import type { SentEvent } from './sent-event.ts';
import { refusesMeasuring } from './privacy.ts';
import { gtag, sendTo, noteVital } from './start-analytics.ts';
import { onQueuedEvent, track, trackError, type AnalyticsEvent } from './track.ts';

let sent: SentEvent[];
const listen = () => sendTo([{ send: (event) => sent.push(event) }], (path) => (path === '/me' ? '/me' : '/not-found'));

beforeEach(() => {
  sent = [];
  // Events that other tests have left waiting.
  onQueuedEvent(() => undefined);
  vi.stubGlobal('location', { pathname: '/me' });
});
afterEach(() => {
  onQueuedEvent(() => undefined);
  vi.unstubAllGlobals();
});

describe('what is measured', () => {
  test('is named by its route, never by the address bar', () => {
    listen();
    vi.stubGlobal('location', { pathname: '/mina@example.com' });
    track({ name: 'screen_view' });
    expect(sent).toEqual([{ name: 'screen_view', screen: '/not-found', at: expect.any(String), properties: {} }]);
  });

  test.each([
    [1, '1'],
    [2, '2-9'],
    [10, '10-49'],
    [199, '50-199'],
    [200, '200+'],
  ])('tells a vote of %d only roughly', (votes, size) => {
    listen();
    track({ name: 'vote', activityId: '1004', votes });
    expect(sent).toMatchObject([{ name: 'vote', screen: '/me', properties: { activityId: '1004', size } }]);
  });

  test.each([
    [
      new ApiError({ code: 3004, message: 'Mina, it is over.', status: 200, requestId: 'r1', path: '/vote/doVote' }),
      { kind: 'api', code: 3004, status: 200, path: '/vote/doVote' },
    ],
    [new TransportError('network', '/x'), { kind: 'transport', reason: 'network', path: '/x' }],
    [new TransportError('http', '/x', { status: 502 }), { kind: 'transport', reason: 'http', status: 502, path: '/x' }],
    [
      new ChunkLoadError({ type: 'missing', address: '/assets/a.js' }),
      { kind: 'chunk', type: 'missing', address: '/assets/a.js' },
    ],
    [new TypeError('mina@example.com is undefined'), { kind: 'uncaught', name: 'TypeError' }],
    ['mina@example.com', { kind: 'uncaught', name: 'string' }],
    [Object.assign(new Error('x'), { name: 'Mina said: no' }), { kind: 'uncaught', name: 'Error' }],
  ])('tells an error by its kind and not by its words: %s', (error, properties) => {
    listen();
    trackError(error);
    expect(sent).toMatchObject([{ name: 'error', properties }]);
    expect(JSON.stringify(sent)).not.toMatch(/mina/i);
  });

  test('is reported once, although several places note the same error', () => {
    listen();
    const error = new TypeError('x');
    trackError(error);
    trackError(error);
    trackError(new TypeError('x'));
    expect(sent).toHaveLength(2);
  });
});

test('a browser that does not want to be measured says so in one of two ways', () => {
  expect(refusesMeasuring({ doNotTrack: '1' })).toBe(true);
  expect(refusesMeasuring({ globalPrivacyControl: true })).toBe(true);
  expect(refusesMeasuring({ doNotTrack: null, globalPrivacyControl: false })).toBe(false);
  expect(refusesMeasuring({ doNotTrack: 'unspecified' })).toBe(false);
});

test('Google gets the same events, with the route as address and screen name, and no page views', () => {
  const scripts: { src?: string }[] = [];
  const page = {
    document: { createElement: () => ({}), head: { append: (script: object) => scripts.push(script) } },
    location: { origin: 'https://vote.example.com', href: 'https://vote.example.com/login?next=%2Fme&invite=MINA01' },
  } as unknown as Window & { dataLayer?: ArrayLike<unknown>[] };
  const adapter = gtag('G-ABC123DEF4', '/login', page);
  adapter.send({ name: 'screen_view', screen: '/me', at: '2026-11-21T10:00:00.000Z', properties: {} });
  adapter.send({ name: 'task', screen: '/task', at: '2026-11-21T10:00:00.000Z', properties: { typeId: 2 } });
  adapter.send({ name: 'screen_view', screen: '/dazzle-upload', at: '2026-11-21T10:00:00.000Z', properties: {} });

  expect(scripts.map(({ src }) => src)).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABC123DEF4']);
  const commands = page.dataLayer?.map((words) => Array.from(words));
  expect(commands).toEqual([
    ['js', expect.any(Date)],
    ['set', { page_location: 'https://vote.example.com/login', page_title: '/login', page_referrer: '' }],
    ['config', 'G-ABC123DEF4', expect.objectContaining({ send_page_view: false, allow_google_signals: false })],
    ['set', { page_location: 'https://vote.example.com/me', page_title: '/me', page_referrer: '' }],
    ['event', 'page_view', { page_location: 'https://vote.example.com/me', page_title: '/me' }],
    ['event', 'task', { page_location: 'https://vote.example.com/task', page_title: '/task', typeId: 2 }],
    ['set', { page_location: 'https://vote.example.com/dazzle-upload', page_title: 'video_upload', page_referrer: '' }],
    ['event', 'page_view', { page_location: 'https://vote.example.com/dazzle-upload', page_title: 'video_upload' }],
  ]);
  expect(JSON.stringify(commands)).not.toContain('MINA01');
  expect(Object.prototype.toString.call(page.dataLayer?.[0])).toBe('[object Arguments]');
});

const discard = () => onQueuedEvent(() => undefined);

beforeEach(() => {
  discard();
  vi.stubGlobal('location', { pathname: '/me' });
});
afterEach(() => {
  discard();
  vi.unstubAllGlobals();
});

/** The events queued for a vital; empty when it is dropped. */
function queuedVitals(name: 'LCP' | 'CLS', value: number): AnalyticsEvent[] {
  const events: AnalyticsEvent[] = [];
  onQueuedEvent(({ event }) => events.push(event));
  noteVital({ name, value, rating: 'good' });
  return events;
}

test.each([
  ['LCP', 1234.56, 1235],
  ['CLS', 0.123456, 0.1235],
  ['LCP', 600_000, 600_000],
  ['LCP', 7_200_000, 600_000],
  ['LCP', Number.POSITIVE_INFINITY, 600_000],
  ['LCP', -3, 0],
] as const)('a %s of %d is reported as %d, within the bounds of the contract', (metric, value, told) => {
  expect(queuedVitals(metric, value)).toEqual([{ name: 'web_vital', metric, value: told, rating: 'good' }]);
});

test('a value that is not a number is not sent', () => {
  expect(queuedVitals('LCP', Number.NaN)).toEqual([]);
});
