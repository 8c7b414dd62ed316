import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Call } from '#/http/call.ts';
import { handle } from '#/http/handle.ts';
import { type RepeatableCall, runIdempotentInTwoSteps, type TwoSteps } from '#/http/idempotency.ts';
import { forAllCalls, createTurns, type EndTurn, type Turns } from '#/lib/turns.ts';
import type { Services } from '#/services.ts';
import { readBalance } from './campaigns.view.ts';
import { EarlierOpeningsWait } from './bind-openings.ts';
import { type DoneOnDay, openEnvelope, readAttempts, takeEnvelope } from './draw-envelope.ts';
import { drawWaiting } from './draw-prizes.ts';
import type { LuckBoard } from './luck-board.ts';
import { openPaid, takePart } from './take-part.ts';

const participating = 'POST /wallet/api/v1/pointsMall/participateActivity';
const drawing = 'POST /activity/api/v1/packet/drawRedEnvelopes';

type ParticipationServices = Pick<Services, 'db' | 'settings'> & {
  readonly board: LuckBoard;
  readonly doneOnDay: DoneOnDay;
};

/**
 * Registers the calls by which fans open boxes, enter raffles and draw red envelopes, and by which they see their
 * limits.
 */
export function participationRoutes(server: FastifyInstance, services: ParticipationServices): void {
  const { db, settings, board, doneOnDay } = services;
  const timeZone = settings.platformTimeZone;
  const participantOf = (call: Omit<Call<typeof participating | typeof drawing>, 'body'>) => {
    const { fan, country, receivedAt, language, idempotencyKey: key } = call;
    return { fan, country, receivedAt, language, key, timeZone };
  };
  const inTurn = takeTurns(board);
  handle(server, participating, (call) => {
    const intent = { ...participantOf(call), ...call.body };
    const steps = { pay: (tx: Tx) => takePart(tx, intent), finish: (tx: Tx) => openPaid(tx, intent) };
    return inTurn(intent.fan.id, intent.activityId, () => payThenDraw(db, participating, call, steps));
  });

  handle(server, 'POST /wallet/api/v1/pointsMall/getActivityAvailableBalance', async ({ fan, body }) =>
    readBalance(db, await board.campaign(body.activityId), fan.id),
  );

  handle(server, 'POST /activity/api/v1/packet/drawRedEnvelopesCount', async ({ fan, body, receivedAt: at }) => {
    const campaign = await board.campaign(body.activityId);
    if (campaign.kind !== 'envelope') throw new Refusal('CAMPAIGN_NOT_FOUND');
    return readAttempts(db, campaign, { fanId: fan.id, at, timeZone, doneOnDay });
  });

  handle(server, drawing, (call) => {
    const intent = { ...participantOf(call), ...call.body, doneOnDay };
    const steps = { pay: (tx: Tx) => takeEnvelope(tx, intent), finish: (tx: Tx) => openEnvelope(tx, intent) };
    return inTurn(intent.fan.id, intent.activityId, () => payThenDraw(db, drawing, call, steps));
  });
}

type Tx = Transaction<DB>;
type ParticipationCall = RepeatableCall & { readonly body: { readonly activityId: string } };

/**
 * Pays in one transaction and draws in the next. What another call has paid for and not yet drawn, here or in another process,
 * is drawn before this one pays.
 */
async function payThenDraw<Data>(
  db: Kysely<DB>,
  route: string,
  call: ParticipationCall,
  steps: TwoSteps<Data>,
): Promise<Data> {
  for (;;) {
    try {
      return await runIdempotentInTwoSteps(db, route, call, steps);
    } catch (error) {
      if (!(error instanceof EarlierOpeningsWait)) throw error;
      await transactionWithRetry(db, (tx) => drawWaiting(tx, call.body.activityId));
    }
  }
}

/** Waiting calls of one campaign: some seconds of openings. */
const mostWaiting = 2000;
/** Waiting calls of one fan, who has a hundred in progress at most. */
const mostWaitingOfFan = 1000;
const longestWaitMs = 8_000;

/**
 * Lets the calls of one campaign take turns in this process, each with both of its transactions, because each opening depends
 * on the one before. They wait without a connection. A fan waits for her own turn first, so that her other calls keep no
 * campaign waiting.
 */
function takeTurns(board: LuckBoard): <T>(fanId: number, activityId: string, work: () => Promise<T>) => Promise<T> {
  const ofFans = createTurns(1, mostWaitingOfFan);
  const ofCampaigns = createTurns(1, mostWaiting);
  return async (fanId, activityId, work) => {
    const { campaignId } = await board.campaign(activityId);
    const endOwn = await takeTurn(ofFans, String(fanId));
    try {
      const end = await takeTurn(ofCampaigns, campaignId);
      return await forAllCalls(work).finally(end);
    } finally {
      endOwn();
    }
  };
}

/** Throws Refusal OVERLOADED after too long a wait. */
async function takeTurn(turns: Turns, key: string): Promise<EndTurn> {
  const free = turns.tryTake(key);
  if (free) return free;
  return turns.take(key, AbortSignal.timeout(longestWaitMs)).catch(() => {
    throw new Refusal('OVERLOADED');
  });
}
