import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import { recordAct } from '#/modules/operators/index.ts';
import type { Services } from '#/services.ts';
import { listHeldClaims } from './held-claims.view.ts';
import { refuseClaim, releaseClaim } from './settle-claim.ts';

/** Serves to operators the claims that wait for a look. */
export function heldClaimRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  handle(server, 'GET /operator/api/v1/claims/held', ({ query, language }) =>
    listHeldClaims(db, { ...query, language }),
  );

  handleOnce(server, 'POST /operator/api/v1/claims/release', async (tx, { body, operator, receivedAt: at }) => {
    const { claimId, why } = body;
    const { points } = await releaseClaim(tx, { claimId, at });
    const act = { action: 'claims/release', subject: `claim:${claimId}`, before: { state: 'held' } };
    await recordAct(tx, { ...act, operator, why, after: { state: 'awarded', points }, at });
    return { claimId, points, state: 'awarded' };
  });

  handleOnce(server, 'POST /operator/api/v1/claims/refuse', async (tx, { body, operator, receivedAt: at }) => {
    const { claimId, why, reason } = body;
    const { points } = await refuseClaim(tx, { claimId, reason, at });
    const act = { action: 'claims/refuse', subject: `claim:${claimId}`, before: { state: 'held' } };
    await recordAct(tx, { ...act, operator, why, after: { state: 'refused', reason }, at });
    return { claimId, points, state: 'refused' };
  });
}
