import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import type { SocialAccounts } from '#/modules/tasks/index.ts';
import type { Services } from '#/services.ts';
import { readCorrectAnswers } from './correct-answers.view.ts';
import { readMyAnswers } from './my-answers.view.ts';
import { readRiddleList } from './riddle-list.view.ts';
import { readRiddleStatus } from './riddle-status.view.ts';
import { showResult } from './show-result.ts';
import { submitAnswers } from './submit-answers.ts';
import { unlockRound } from './unlock-round.ts';

/** Serves rounds of riddles: the list, unlocking, answers, and what they came to. */
export function riddleRoutes(
  server: FastifyInstance,
  { db, settings, social }: Pick<Services, 'db' | 'settings'> & { readonly social: SocialAccounts },
): void {
  const timeZone = settings.platformTimeZone;

  handle(server, 'POST /task/api/v1/riddle/getRiddleList', ({ fan, language, receivedAt }) =>
    readRiddleList(db, { fanId: fan?.id, language, at: receivedAt }),
  );

  handleOnce(server, 'POST /task/api/v1/riddle/consume', (tx, { fan, body, country, idempotencyKey, receivedAt }) =>
    unlockRound(tx, { fanId: fan.id, ...body, key: idempotencyKey, at: receivedAt, timeZone, country, social }),
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
