import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { handle } from '#/http/handle.ts';
import type { Log } from '#/log.ts';
import type { Services } from '#/services.ts';
import { wantsNoMeasuring, type Batch } from './analytics.rules.ts';
import { insertEvents } from './analytics.store.ts';

type Needs = Pick<Services, 'pool' | 'log' | 'settings'>;

/** Registers the routes for the measurements of tabs. */
export function analyticsRoutes(server: FastifyInstance, { pool, log, settings }: Needs): void {
  const intake = createIntake({ pool, log, mostADay: settings.analytics.eventsADay });
  // A scope of its own, because no other call accepts plain text.
  void server.register(async (scope) => {
    readPlainTextAsJson(scope);
    handle(
      scope,
      'POST /analytics/api/v1/events',
      async ({ body, receivedAt, reply }) => {
        if (!settings.analytics.enabled || wantsNoMeasuring(reply.request.headers)) return { stored: 0 };
        return { stored: await intake.take(body, receivedAt) };
      },
      { rate: 'beacon' },
    );
  });
}

/** Reads plain text as JSON, because a beacon to another origin during a page's close may carry nothing else. */
function readPlainTextAsJson(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser('text/plain', { parseAs: 'string' }, parseJson);
}

type Intake = {
  /** Stores a batch and returns the number of its stored events; 0 when there is no room. Never fails. */
  take(batch: Batch, receivedAt: Date): Promise<number>;
};

/** The most concurrent batches, so that they never use up the connections of calls. */
const mostAtOnce = 3;
/** The most events of a process per minute, so that a flood needs hours to fill a day's room. */
const mostPerMinute = 12_000;
const minuteMs = 60_000;

type IntakeParts = {
  readonly pool: Pool;
  readonly log: Log;
  /** The most events of a day (UTC) over all processes, to protect the disk. */
  readonly mostADay: number;
};

/** Accepts measurements within limits: the excess is dropped, and no caller waits. */
function createIntake({ pool, log, mostADay }: IntakeParts): Intake {
  let underWay = 0;
  /** The day that had no room for a batch: no more of it is stored, without another query. */
  let fullDay = '';
  let minute = 0;
  let storedInMinute = 0;

  function hasRoom(count: number, receivedAt: Date): boolean {
    const now = Math.floor(receivedAt.getTime() / minuteMs);
    if (now !== minute) {
      minute = now;
      storedInMinute = 0;
    }
    return underWay < mostAtOnce && storedInMinute + count <= mostPerMinute;
  }

  return {
    async take(batch, receivedAt) {
      const { length: count } = batch.events;
      const day = receivedAt.toISOString().slice(0, 10);
      if (day === fullDay || !hasRoom(count, receivedAt)) return 0;
      underWay += 1;
      storedInMinute += count;
      try {
        if (await insertEvents(pool, batch, receivedAt, mostADay)) return count;
        if (fullDay !== day) log.warn({ day, mostADay }, 'no more of what tabs measure is stored on this day');
        fullDay = day;
        return 0;
      } catch (error) {
        log.warn({ err: error }, 'what a tab measured could not be stored');
        return 0;
      } finally {
        underWay -= 1;
      }
    },
  };
}
