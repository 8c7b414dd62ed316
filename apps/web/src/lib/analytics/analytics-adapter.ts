import type { AnalyticsEvent } from './analytics-event.ts';

/** A place that what was measured is sent to. Sending never fails and never waits: the page has better things to do. */
export type AnalyticsAdapter = { readonly send: (event: AnalyticsEvent) => void };
