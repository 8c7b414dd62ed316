import { bufferedEmitter } from '../buffered-emitter.ts';

/** Measurable events in the app's own terms. The adapters decide their format and destination. */
export type AnalyticsEvent =
  | { readonly name: 'screen_view' }
  | { readonly name: 'task'; readonly typeId: number }
  | { readonly name: 'vote'; readonly activityId: string; readonly votes: number }
  | { readonly name: 'error'; readonly error: unknown }
  | { readonly name: 'web_vital'; readonly metric: string; readonly value: number; readonly rating: string };

/** An event with its time and the path of its screen. */
export type QueuedEvent = { readonly event: AnalyticsEvent; readonly at: Date; readonly path: string };

const queue = bufferedEmitter<QueuedEvent>(50);

/** Passes queued and future events to the listener, which replaces the one before. */
export const onQueuedEvent = queue.listen;

/** Queues an event of the screen at `path` until the chunk that sends events is loaded. */
export function track(event: AnalyticsEvent, path: string = location.pathname): void {
  queue.emit({ event, at: new Date(), path });
}

/** Queues an error, shown to the fan or not. */
export function trackError(error: unknown): void {
  track({ name: 'error', error });
}
