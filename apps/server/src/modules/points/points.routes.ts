import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import { readAssets } from './assets.view.ts';

/** Tells how many Points a fan has earned but not claimed; given by the modules in which Points are earned. */
export type PendingPoints = (fanId: number, at: Date) => Promise<number>;

/** Serves the calls about balances. What the `pendingPoints` tell is summed. */
export function pointRoutes(server: FastifyInstance, pendingPoints: readonly PendingPoints[]): void {
  const { db } = server.services;
  handle(server, 'POST /wallet/api/v1/user/getAssetDetail', async ({ fan, language, receivedAt }) => {
    const pending = await Promise.all(pendingPoints.map((countPending) => countPending(fan.id, receivedAt)));
    return readAssets(db, { fanId: fan.id, language, pendingPoints: pending.reduce((sum, points) => sum + points, 0) });
  });
}
