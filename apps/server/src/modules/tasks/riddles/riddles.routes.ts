import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { submitAnswers } from './submit-answers.ts';
import { unlockRound } from './unlock-round.ts';
import type { SocialAccounts } from '#/modules/tasks/social-accounts.ts';
import type { Services } from '#/services.ts';
import { findRound, lockUnlock, noteShown } from './riddles.store.ts';
import { readCorrectAnswers, readMyAnswers, readRiddleList, readRiddleStatus } from './riddles.view.ts';

/** Routes of riddles: the list, unlocking, answers, and results. */
export function riddleRoutes(
  server: FastifyInstance,
  { db, settings, social }: Pick<Services, 'db' | 'settings'> & { readonly social: SocialAccounts },
): void {
  const timeZone = settings.platformTimeZone;

  handle(server, 'POST /task/api/v1/riddle/getRiddleList', ({ fan, language, receivedAt }) =>
    readRiddleList(db, { fanId: fan?.id, language, at: receivedAt }),
  );

  handleOnce(
    server,
    'POST /task/api/v1/riddle/consume',
    (tx, { fan, body, country, idempotencyKey, receivedAt }) =>
      unlockRound(tx, { fanId: fan.id, ...body, key: idempotencyKey, at: receivedAt, timeZone, country, social }),
    { lock: ({ body }) => `riddle round ${body.roundId}` },
  );

  handle(server, 'POST /task/api/v1/riddle/submitAnswers', ({ fan, body, receivedAt }) =>
    db.transaction().execute((tx) => submitAnswers(tx, { fanId: fan.id, ...body, receivedAt })),
  );

  handle(server, 'POST /task/api/v1/riddle/getMyAnswers', ({ fan, body }) =>
    readMyAnswers(db, { fanId: fan.id, ...body }),
  );

  handle(server, 'POST /task/api/v1/riddle/getCorrectAnswers', ({ body, language, receivedAt }) =>
    readCorrectAnswers(db, { ...body, at: receivedAt, language }),
  );

  handle(server, 'POST /task/api/v1/riddle/getUserRiddleStatus', ({ fan }) => readRiddleStatus(db, fan.id));

  handle(server, 'POST /task/api/v1/riddle/setOpenPopStatus', ({ fan, body, receivedAt }) =>
    db.transaction().execute((tx) => showResult(tx, { fanId: fan.id, ...body, shownAt: receivedAt })),
  );
}

/** Records that a fan was shown a round's result. Of concurrent calls, perhaps from two devices, one is the first. */
async function showResult(
  tx: Transaction<DB>,
  { fanId, roundId, shownAt }: { readonly fanId: number; readonly roundId: string; readonly shownAt: Date },
) {
  if (!(await findRound(tx, roundId))) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  const unlock = await lockUnlock(tx, fanId, roundId);
  if (!unlock) throw new Refusal('RIDDLE_ROUND_LOCKED');
  if (!unlock.markedAt) throw new Refusal('RIDDLE_ROUND_NOT_CLOSED');
  const first = unlock.shownAt === null;
  if (first) await noteShown(tx, fanId, roundId, shownAt);
  return { roundId, popShown: true as const, first };
}
