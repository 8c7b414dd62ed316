import { apiBaseUrl } from '../api/api-address.ts';
import { currentDeviceType } from '#/lib/api/common-headers.ts';
import { buildStamp } from '../build-stamp.ts';
import { environment } from '../environment.ts';
import { tabStore } from '../key-value-store.ts';
import { randomUuid } from '../random-uuid.ts';
import type { AnalyticsAdapter, AnalyticsBatch, SentEvent } from './sent-event.ts';

const route = 'POST /analytics/api/v1/events';
const everyMs = 10_000;
/** The contract's maximum batch size. */
const batchSize = 50;
const sessionKey = 'lightstick.analyticsSession';

/** Sends batches to our own server: every ten seconds, and when the page is hidden or left, which may be its end. */
export function ownEndpoint(): AnalyticsAdapter {
  const queue: SentEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    while (queue.length > 0) sendBatch(queue.splice(0, batchSize));
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  addEventListener('pagehide', flush);

  return {
    send: (event) => {
      queue.push(event);
      if (queue.length >= batchSize) flush();
      else timer ??= setTimeout(flush, everyMs);
    },
  };
}

function sendBatch(events: SentEvent[]): void {
  const url = apiBaseUrl + route.slice('POST '.length);
  const batch: AnalyticsBatch = {
    sessionId: sessionId(),
    deviceType: currentDeviceType(),
    languageType: environment().languageType,
    theme: environment().theme,
    version: buildStamp().commitId,
    events,
  };
  // Sent as plain text: the one type that a beacon may carry to any origin without asking first.
  const text = JSON.stringify(batch);
  if (navigator.sendBeacon?.(url, text)) return;
  // Analytics may be lost silently.
  fetch(url, { method: 'POST', body: text, keepalive: true, credentials: 'omit' }).catch(() => undefined);
}

/** Returns a random id of the tab: it connects events and identifies no fan. */
function sessionId(): string {
  const known = tabStore.get(sessionKey);
  if (known) return known;
  const fresh = randomUuid();
  tabStore.set(sessionKey, fresh);
  return fresh;
}
