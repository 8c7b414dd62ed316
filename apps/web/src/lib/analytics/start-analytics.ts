import { screenName } from '@lightstick/contract/screen-routes';
import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { type AnalyticsAdapter, toSentEvent, type SentEvent } from './sent-event.ts';
import { ownEndpoint } from './own-endpoint.ts';
import { onQueuedEvent, type QueuedEvent, track } from './track.ts';

type AnalyticsOptions = {
  readonly gtagId: string | null;
  /** The route of a path; events carry no address. */
  readonly screenOf: (path: string) => string;
};

/** Starts analytics: every adapter receives past and future events. Called once per page. */
export function startAnalytics({ gtagId, screenOf }: AnalyticsOptions): void {
  // Before the adapters: vitals reported when the page is hidden must be noted before the last batch is sent.
  watchWebVitals();
  const google = gtagId === null ? [] : [gtag(gtagId, screenOf(location.pathname))];
  sendTo([ownEndpoint(), ...google], screenOf);
}

/** Sends every event to every adapter; the same error is sent once. */
export function sendTo(adapters: readonly AnalyticsAdapter[], screenOf: AnalyticsOptions['screenOf']): void {
  const sent = new WeakSet<object>();
  const isRepeated = ({ event }: QueuedEvent) => {
    if (event.name !== 'error' || typeof event.error !== 'object' || event.error === null) return false;
    if (sent.has(event.error)) return true;
    sent.add(event.error);
    return false;
  };
  onQueuedEvent((queued) => {
    if (isRepeated(queued)) return;
    const event = toSentEvent(queued, screenOf(queued.path));
    for (const adapter of adapters) adapter.send(event);
  });
}

type TagWindow = Window & { dataLayer?: unknown[] };

/**
 * Sends the same events to Google Analytics (gtag.js), with the route instead of the address also in Google's own
 * events, because addresses may contain queries. Its page views, signals and advertising are off.
 */
export function gtag(id: string, screen: string, page: TagWindow = window): AnalyticsAdapter {
  const layer = (page.dataLayer ??= []);
  // The script recognises commands by their being an Arguments object, which no array is.
  function command(..._words: unknown[]): void {
    layer.push(arguments);
  }

  const script = page.document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  page.document.head.append(script);

  command('js', new Date());
  const tellScreen = (route: string) => command('set', { ...locationOf(route, page), page_referrer: '' });
  tellScreen(screen);
  command('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  return {
    send: (event) => {
      if (event.name === 'screen_view') tellScreen(event.screen);
      command('event', event.name === 'screen_view' ? 'page_view' : event.name, parametersOf(event, page));
    },
  };
}

function parametersOf({ screen, properties }: SentEvent, page: Window): Record<string, unknown> {
  return { ...locationOf(screen, page), ...properties };
}

function locationOf(screen: string, page: Window): Record<string, string> {
  return { page_location: page.location.origin + screen, page_title: screenName(screen) };
}

/** The most that the contract takes: ten minutes. */
const longestMs = 600_000;

/** Notes the Core Web Vitals of this page, and when its first byte and its first content came, as soon as each is known. */
function watchWebVitals(): void {
  for (const watch of [onLCP, onINP, onCLS, onTTFB, onFCP]) watch(noteVital);
}

/**
 * Notes a vital within the contract's bounds, because one value beyond them refuses a whole batch: a tab that slept while
 * loading measures hours. Values that are no numbers are dropped.
 */
export function noteVital({ name: metric, value, rating }: Pick<MetricType, 'name' | 'value' | 'rating'>): void {
  if (Number.isNaN(value)) return;
  const digits = metric === 'CLS' ? 4 : 0;
  const bounded = Math.min(Math.max(value, 0), longestMs);
  track({ name: 'web_vital', metric, value: Number(bounded.toFixed(digits)), rating });
}
