import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { normaliseText } from '#/lib/normalise-text.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { post } from '#/modules/points/index.ts';
import type { SocialAccounts } from '#/modules/tasks/completion-check.ts';
import { assertRewardable, type Attempt } from '#/modules/tasks/open-task.ts';
import { findTask } from '#/modules/tasks/tasks.store.ts';
import type { Services } from '#/services.ts';
import { mostReward, type MyAnswers, roundState } from './riddle-round.rules.ts';
import {
  findRound,
  type GivenAnswer,
  insertUnlock,
  listRiddles,
  lockUnlock,
  noteShown,
  reserve,
  saveAnswers,
} from './riddles.store.ts';
import { readCorrectAnswers, readMyAnswers, readRiddleList, readRiddleStatus } from './riddles.view.ts';

/** Registers the routes of riddles: the list, unlocking, answers, and results. */
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

type AnswerIntent = {
  readonly fanId: number;
  readonly roundId: string;
  readonly answers: readonly { readonly riddleId: string; readonly answer: string }[];
  readonly receivedAt: Date;
};

/**
 * Stores all of a fan's answers to riddles of an unlocked round, or none. Their receipt counts; answers delayed until after
 * the marking are refused.
 * @returns all answers of the fan in the round
 */
async function submitAnswers(
  tx: Transaction<DB>,
  { fanId, roundId, answers, receivedAt }: AnswerIntent,
): Promise<MyAnswers> {
  const round = await findRound(tx, roundId);
  if (!round) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  const state = roundState(round, receivedAt);
  if (state === 'coming') throw new Refusal('RIDDLE_ROUND_NOT_OPEN');
  if (state === 'closed') throw new Refusal('RIDDLE_ROUND_ENDED');
  const unlock = await lockUnlock(tx, fanId, roundId);
  if (!unlock) throw new Refusal('RIDDLE_ROUND_LOCKED');
  if (unlock.markedAt) throw new Refusal('RIDDLE_ROUND_ENDED');

  const riddles = await listRiddles(tx, [roundId]);
  const riddleIds = new Set(riddles.map((riddle) => riddle.riddleId));
  const given = answers.map(({ riddleId, answer }): GivenAnswer => {
    if (!riddleIds.has(riddleId)) throw new Refusal('RIDDLE_NOT_FOUND');
    const normalised = normaliseText(answer);
    if (normalised === '') throw new Refusal('RIDDLE_ANSWER_EMPTY');
    return { riddleId, answer, normalised };
  });
  await saveAnswers(tx, { fanId, roundId, answers: given, answeredAt: receivedAt });
  return readMyAnswers(tx, { fanId, roundId });
}

type UnlockIntent = Attempt & {
  readonly roundId: string;
  readonly key: string;
};

/**
 * Unlocks the open round for a fan, paid once, and reserves the most they can win in it. A fan for whom its task is not
 * open pays nothing.
 * Lock order: the unlock's row (a fan's own concurrent calls), the round's row (other fans), the ledger.
 * @throws Refusal RIDDLE_ROUND_NOT_FOUND, RIDDLE_ROUND_NOT_OPEN, RIDDLE_ROUND_ENDED, RIDDLE_ROUND_UNLOCKED,
 * RIDDLE_ROUND_FULL, INSUFFICIENT_POINTS, and those of `assertRewardable`
 */
async function unlockRound(tx: Transaction<DB>, { roundId, key, ...attempt }: UnlockIntent) {
  const { fanId, at } = attempt;
  const round = await findRound(tx, roundId);
  const task = round && (await findTask(tx, round.taskId));
  if (!round || !task) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  const state = roundState(round, at);
  if (state === 'coming') throw new Refusal('RIDDLE_ROUND_NOT_OPEN');
  if (state === 'closed') throw new Refusal('RIDDLE_ROUND_ENDED');

  const rewardKey = uuidV7(at);
  const isNew = await insertUnlock(tx, { fanId, round, key, rewardKey, unlockedAt: at });
  if (!isNew) throw new Refusal('RIDDLE_ROUND_UNLOCKED');
  await assertRewardable(tx, task, attempt);
  if (!(await reserve(tx, roundId, mostReward(round)))) throw new Refusal('RIDDLE_ROUND_FULL');

  const [paid] = await post(tx, {
    key,
    receivedAt: at,
    legs: [
      {
        fanId,
        asset: 'POINT',
        direction: 'pays',
        amount: round.price,
        pool: { kind: 'sink', name: 'riddles' },
        reason: 'riddle_unlock',
      },
    ],
  });
  if (!paid) throw new Error('A posting of one leg was answered without it');
  return { roundId, paid: round.price, pointsLeft: paid.balance };
}
