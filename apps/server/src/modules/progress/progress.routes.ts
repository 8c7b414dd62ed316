import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import { localDateAt } from '#/lib/local-date.ts';
import type { Services } from '#/services.ts';
import { readFanDays, readShownBadge } from './fan-days.view.ts';
import { mendStreak } from './mend-streak.ts';
import { presentProgress } from './progress.rules.ts';
import { showBadge } from './show-badge.ts';

/** Registers the calls about levels, streaks and badges. */
export function progressRoutes(server: FastifyInstance, { db, settings }: Pick<Services, 'db' | 'settings'>): void {
  const timeZone = settings.platformTimeZone;

  handle(server, 'GET /activity/api/v1/progress/getProgress', async ({ fan, receivedAt }) =>
    presentProgress(await readFanDays(db, { fanId: fan.id, at: receivedAt, timeZone }), {
      today: localDateAt(receivedAt, timeZone),
      shown: await readShownBadge(db, fan.id),
    }),
  );

  handle(server, 'POST /activity/api/v1/progress/mendStreak', ({ fan, receivedAt: at }) =>
    db.transaction().execute((tx) => mendStreak(tx, { fanId: fan.id, at, timeZone })),
  );

  handle(server, 'POST /activity/api/v1/progress/showBadge', ({ fan, body: { badgeId }, receivedAt: at }) =>
    db.transaction().execute((tx) => showBadge(tx, { fanId: fan.id, badgeId, at, timeZone })),
  );
}
