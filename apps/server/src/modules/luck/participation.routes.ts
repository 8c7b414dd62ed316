import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Refusal } from '#/errors.ts';
import type { Call } from '#/http/call.ts';
import { handle } from '#/http/handle.ts';
import { runIdempotent } from '#/http/idempotency.ts';
import { createSemaphore, type Semaphore } from '#/lib/semaphore.ts';
import type { Services } from '#/services.ts';
import { readBalance } from './campaigns.view.ts';
import { type DoneOnDay, drawEnvelope, readAttempts } from './draw-envelope.ts';
import type { LuckBoard } from './luck-board.ts';
import { takePart } from './take-part.ts';

const participating = 'POST /wallet/api/v1/pointsMall/participateActivity';
const drawing = 'POST /activity/api/v1/packet/drawRedEnvelopes';

type ParticipationServices = Pick<Services, 'db' | 'settings'> & {
  readonly board: LuckBoard;
  readonly doneOnDay: DoneOnDay;
};

/** The calls by which fans open boxes, enter raffles and draw red envelopes, and what they may. */
export function participationRoutes(server: FastifyInstance, services: ParticipationServices): void {
  const { db, settings, board, doneOnDay } = services;
  const timeZone = settings.platformTimeZone;
  const participantOf = (call: Omit<Call<typeof participating | typeof drawing>, 'body'>) => {
    const { fan, country, receivedAt, language, idempotencyKey: key } = call;
    return { fan, country, receivedAt, language, key, timeZone };
  };
  const inTurn = takeTurns(board);
  handle(server, participating, (call) =>
    inTurn(call.body.activityId, () =>
      runIdempotent(db, participating, call, (tx) => takePart(tx, { ...participantOf(call), ...call.body })),
    ),
  );

  handle(server, 'POST /wallet/api/v1/pointsMall/getActivityAvailableBalance', async ({ fan, body }) =>
    readBalance(db, await board.campaign(body.activityId), fan.id),
  );

  handle(server, 'POST /activity/api/v1/packet/drawRedEnvelopesCount', async ({ fan, body, receivedAt: at }) => {
    const campaign = await board.campaign(body.activityId);
    if (campaign.kind !== 'envelope') throw new Refusal('CAMPAIGN_NOT_FOUND');
    return readAttempts(db, campaign, { fanId: fan.id, at, timeZone, doneOnDay });
  });

  handle(server, drawing, (call) =>
    inTurn(call.body.activityId, () =>
      runIdempotent(db, drawing, call, (tx) => drawEnvelope(tx, { ...participantOf(call), ...call.body, doneOnDay })),
    ),
  );
}

/** Waiting calls of one campaign: some seconds of openings. */
const mostWaiting = 2000;
/** Campaigns whose calls take turns at a time. */
const mostCampaigns = 200;

/**
 * Lets the calls of one campaign take turns in this process. They wait for each other anyway, because each opening depends on
 * the one before. They wait without a connection, so that other calls can use it.
 */
function takeTurns(board: LuckBoard): <T>(activityId: string, work: () => Promise<T>) => Promise<T> {
  const turns = new LRUCache<string, Semaphore>({ max: mostCampaigns });
  return async (activityId, work) => {
    const { campaignId } = await board.campaign(activityId);
    const turn = turns.get(campaignId) ?? createSemaphore(1, mostWaiting);
    turns.set(campaignId, turn);
    return turn(work);
  };
}
