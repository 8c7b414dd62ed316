import type { FastifyInstance } from 'fastify';
import { retryOnLostConnection } from '#/db/retry.ts';
import { handleFile, handle, handleOnce } from '#/http/handle.ts';
import { createSemaphore } from '#/lib/turns.ts';
import { createSingleFlight } from '#/lib/shared-reads.ts';
import type { Services } from '#/services.ts';
import { readBonuses, readStakes } from './stakes.view.ts';
import { readPeriod, readPeriodText, readSettledPeriods } from './periods.view.ts';
import { receiveBonus } from './pay-bonuses.ts';
import { stakePoints } from './stake-points.ts';
import { readBoard, readStaking } from './staking.view.ts';

/** Concurrent requests share one sum over all stakes. */
const boardFreshMs = 3_000;
/** Lists read at once, and calls that wait for one: the list of a large period has megabytes. */
const listsAtOnce = 2;
const mostWaitingForList = 100;

export function stakingRoutes(
  server: FastifyInstance,
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
): void {
  const timeZone = settings.platformTimeZone;
  const board = createSingleFlight(clock, () => retryOnLostConnection(() => readBoard(db)), boardFreshMs);

  handle(server, 'GET /task/api/v1/staking/info', async ({ fan, language, receivedAt: at }) =>
    readStaking(db, await board.current(), { fanId: fan?.id, language, at, timeZone }),
  );

  handleOnce(server, 'POST /task/api/v1/staking/doStaking', (tx, { fan, body, idempotencyKey: key, receivedAt }) =>
    stakePoints(tx, { fanId: fan.id, ...body, key, receivedAt, timeZone }),
  );

  handle(server, 'GET /task/api/v1/staking/records', ({ fan, query, receivedAt: at }) =>
    readStakes(db, { fanId: fan.id, at, ...query }),
  );

  handle(server, 'GET /task/api/v1/staking/rewards', ({ fan, query }) => readBonuses(db, { fanId: fan.id, ...query }));

  handleOnce(server, 'POST /task/api/v1/staking/receive', (tx, { fan, body, receivedAt }) =>
    receiveBonus(tx, { fanId: fan.id, ...body, receivedAt, timeZone }),
  );

  handle(server, 'GET /task/api/v1/staking/periods', ({ query }) => readSettledPeriods(db, query));

  handle(server, 'GET /task/api/v1/staking/period', ({ fan, query, receivedAt }) =>
    readPeriod(db, { ...query, fanId: fan?.id, timeZone, at: receivedAt }),
  );

  const inTurn = createSemaphore(listsAtOnce, mostWaitingForList);
  handleFile(server, 'GET /task/api/v1/staking/periodFile', async ({ query: { periodId }, receivedAt }) => ({
    name: `staking-${periodId.replaceAll(/[^\w-]/g, '_')}.txt`,
    mediaType: 'text/plain',
    bytes: await inTurn(() => readPeriodText(db, { periodId, timeZone, at: receivedAt })),
  }));
}
