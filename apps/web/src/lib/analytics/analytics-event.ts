import type { Contract, InputOf } from '@lightstick/contract';
import { ApiError, TransportError } from '#/lib/api/api-error.ts';
import { ChunkLoadError } from '#/lib/chunk-load-error.ts';
import type { Happening, Noted } from './track.ts';

export type AnalyticsBatch = InputOf<Contract['POST /analytics/api/v1/events']>['body'];
/** An event as the contract allows it: without free text or names. */
export type AnalyticsEvent = AnalyticsBatch['events'][number];

type PropertiesOf<Name extends AnalyticsEvent['name']> = Extract<AnalyticsEvent, { name: Name }>['properties'];

/**
 * Maps a noted event to the contract's format.
 * @param screen the route of the screen, never the address, which may contain anything
 */
export function analyticsEvent({ happening, at }: Noted, screen: string): AnalyticsEvent {
  return { ...namedProperties(happening), screen, at: at.toISOString() } as AnalyticsEvent;
}

function namedProperties(happening: Happening): Pick<AnalyticsEvent, 'name' | 'properties'> {
  switch (happening.name) {
    case 'screen_view':
      return { name: 'screen_view', properties: {} };
    case 'task':
      return { name: 'task', properties: { typeId: happening.typeId } };
    case 'vote':
      return { name: 'vote', properties: { activityId: happening.activityId, size: sizeOf(happening.votes) } };
    case 'error':
      return { name: 'error', properties: errorProperties(happening.error) };
    case 'web_vital': {
      const { metric, value, rating } = happening;
      return { name: 'web_vital', properties: { metric, value, rating } as PropertiesOf<'web_vital'> };
    }
  }
}

/** Only roughly how many: time and number together would find the vote, and with it the fan, in the public count. */
function sizeOf(votes: number): PropertiesOf<'vote'>['size'] {
  if (votes >= 200) return '200+';
  if (votes >= 50) return '50-199';
  if (votes >= 10) return '10-49';
  return votes >= 2 ? '2-9' : '1';
}

/** The kind of an error, never its message, which may quote input. */
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
export type AnalyticsAdapter = { readonly send: (event: AnalyticsEvent) => void };
