import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { wantsNoMeasuring } from './analytics.rules.ts';
import { createIntake } from './intake.ts';

type Needs = Pick<Services, 'pool' | 'log' | 'settings'>;

/** Serves the call by which tabs hand in what they measured. */
export function analyticsRoutes(server: FastifyInstance, { pool, log, settings }: Needs): void {
  const intake = createIntake({ pool, log, mostADay: settings.analytics.eventsADay });
  // A scope of its own, because no other call takes plain text.
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

/** A beacon that is sent while a page closes may carry plain text only, where the call goes to another origin. */
function readPlainTextAsJson(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser('text/plain', { parseAs: 'string' }, parseJson);
}
