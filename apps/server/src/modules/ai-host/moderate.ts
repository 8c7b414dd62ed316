import type { Contract, DataOf, InputOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { type ReportedTexts, takeReport } from '#/modules/moderation/index.ts';
import { lockFan } from '#/modules/identity/index.ts';
import { readHost } from './host.store.ts';
import {
  hideAnswer,
  lockAnswer,
  lockHeld,
  lockHost,
  queueForOperators,
  writeDecision,
  writeHostSettings,
} from './moderation.store.ts';
import { leadMs } from './speech.ts';

type Decision = {
  readonly questionId: number;
  readonly show: boolean;
  readonly why: string;
  readonly operator: Operator;
  readonly at: Date;
};

/** Lets a question into the queue or its answer onto the stage, or refuses it. */
export async function decideQuestion(
  tx: Transaction<DB>,
  { questionId, show, why, operator, at }: Decision,
): Promise<DataOf<Contract['POST /operator/api/v1/agent/decide']>> {
  const question = await lockHeld(tx, questionId);
  if (!question) throw new Refusal('QUESTION_NOT_FOUND');
  const isReported = question.state === 'answered' && ['reports', 'childSafety'].includes(question.heldFor);
  if (question.state !== 'held' && !isReported) throw new Refusal('QUESTION_NOT_HELD');
  const state = show ? (question.answerId === null ? 'waiting' : 'answered') : 'refused';
  const { answerId } = question;
  await writeDecision(tx, { questionId, answerId, state, show, at, startsAt: new Date(at.getTime() + leadMs) });
  await recordInAuditLog(tx, {
    action: 'agent/decide',
    subject: `question:${questionId}`,
    operator,
    why,
    before: { state: question.state, because: question.heldFor },
    after: { state },
    at,
  });
  return { state };
}

type HostSettingsChange = InputOf<Contract['POST /operator/api/v1/agent/settings']>['body'] & {
  readonly operator: Operator;
  readonly at: Date;
};
type HostSettings = DataOf<Contract['POST /operator/api/v1/agent/settings']>;

/** Opens, pauses or ends the room. A question that the host is answering is answered; the others wait or are passed. */
export async function changeHostSettings(tx: Transaction<DB>, change: HostSettingsChange): Promise<HostSettings> {
  await lockHost(tx);
  const host = await readHost(tx);
  const before: HostSettings = { state: host.state, holdAnswers: host.holdAnswers };
  const after: HostSettings = {
    state: change.state ?? before.state,
    holdAnswers: change.holdAnswers ?? before.holdAnswers,
  };
  await writeHostSettings(tx, after);
  const { operator, why, at } = change;
  await recordInAuditLog(tx, { action: 'agent/settings', subject: 'agent:host', operator, why, before, after, at });
  return after;
}

type Report = InputOf<Contract['POST /activity/api/v1/jplive/agent/report']>['body']['reason'];
type AnswerReport = { readonly fanId: number; readonly answerId: number; readonly reason: Report; readonly at: Date };

const reportedAnswers: ReportedTexts = {
  table: 'ai_answer_report',
  textId: 'answer_id',
  settledAt: 'unfounded_at',
  reportsToHide: 5,
  takesLaterAlarm: false,
  nextAlarm: 'counts',
  lockFan,
};

/**
 * Reports an answer, which waits for an operator from the first report on.
 * @throws Refusal ANSWER_NOT_FOUND or REPORTS_USED_UP
 */
export async function reportAnswer(tx: Transaction<DB>, { fanId, answerId, reason, at }: AnswerReport): Promise<void> {
  const answer = await lockAnswer(tx, { answerId, fanId });
  if (!answer) throw new Refusal('ANSWER_NOT_FOUND');
  const effect = await takeReport(tx, reportedAnswers, { textId: answerId, fanId, reason, at });
  if (effect === 'known') return;
  const heldFor = reason === 'childSafety' || answer.heldFor === 'childSafety' ? 'childSafety' : 'reports';
  await queueForOperators(tx, answer.questionId, heldFor);
  if (effect !== 'waits') await hideAnswer(tx, answerId, at);
}
