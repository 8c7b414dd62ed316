import type { Contract, InputOf } from '@lightstick/contract';
import { ApiError, TransportError } from '#/lib/api/api-error.ts';
import { ChunkLoadError } from '#/lib/chunk-load-error.ts';
import type { AnalyticsEvent, QueuedEvent } from './track.ts';

export type AnalyticsBatch = InputOf<Contract['POST /analytics/api/v1/events']>['body'];
/** An event as the contract allows it: without free text or names. */
export type SentEvent = AnalyticsBatch['events'][number];

type PropertiesOf<Name extends SentEvent['name']> = Extract<SentEvent, { name: Name }>['properties'];

/**
 * Maps a queued event to the contract's format.
 * @param screen the route of the screen, never the address, which may contain anything
 */
export function toSentEvent({ event, at }: QueuedEvent, screen: string): SentEvent {
  return { ...namedProperties(event), screen, at: at.toISOString() } as SentEvent;
}

function namedProperties(event: AnalyticsEvent): Pick<SentEvent, 'name' | 'properties'> {
  switch (event.name) {
    case 'screen_view':
      return { name: 'screen_view', properties: {} };
    case 'task':
      return { name: 'task', properties: { typeId: event.typeId } };
    case 'vote':
      return { name: 'vote', properties: { activityId: event.activityId, size: sizeOf(event.votes) } };
    case 'error':
      return { name: 'error', properties: errorProperties(event.error) };
    case 'web_vital': {
      const { metric, value, rating } = event;
      return { name: 'web_vital', properties: { metric, value, rating } as PropertiesOf<'web_vital'> };
    }
  }
}

/**
 * Says only roughly how many: time and number together would find the vote, and with it the fan, in the public count.
 */
function sizeOf(votes: number): PropertiesOf<'vote'>['size'] {
  if (votes >= 200) return '200+';
  if (votes >= 50) return '50-199';
  if (votes >= 10) return '10-49';
  return votes >= 2 ? '2-9' : '1';
}

/** Returns the kind of an error, never its message, which may quote input. */
function errorProperties(error: unknown): PropertiesOf<'error'> {
  if (error instanceof ApiError) {
    return { kind: 'api', code: error.code, status: error.status, path: error.path };
  }
  if (error instanceof TransportError) {
    const { kind: reason, status, path } = error;
    return { kind: 'transport', reason, path, ...(status !== undefined && { status }) };
  }
  if (error instanceof ChunkLoadError) return { kind: 'chunk', type: error.type, address: error.address };
  const name = error instanceof Error ? error.name : typeof error;
  return { kind: 'uncaught', name: /^[\w.-]{1,64}$/.test(name) ? name : 'Error' };
}

/** A destination of events. Sending never fails and never blocks the page. */
export type AnalyticsAdapter = { readonly send: (event: SentEvent) => void };
