import type { Contract, DataOf } from '@lightstick/contract';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';

export type AgentRoom = DataOf<Contract['GET /activity/api/v1/jplive/agent']>;
export type Stage = AgentRoom['stage'];
export type StagedQuestion = NonNullable<Stage['now']>;
export type StagedAnswer = NonNullable<StagedQuestion['answer']>;
export type MyQuestion = NonNullable<NonNullable<AgentRoom['mine']>['question']>;
export type FeaturedFan = NonNullable<Stage['featured']>;

type QuestionPlace = Pick<MyQuestion, 'state' | 'place'>;

/** Returns where a question stands by the stage, which is newer than the fan's own part. */
export function standingOf({ questionId, state, place }: MyQuestion, { now, queue }: Stage): QuestionPlace {
  const index = queue.findIndex((queued) => queued.questionId === questionId);
  if (index >= 0) return { state: 'waiting', place: index + 1 };
  if (now?.questionId === questionId) return { state: now.answer ? 'answered' : 'answering', place: null };
  return { state, place };
}

const open: readonly MyQuestion['state'][] = ['held', 'waiting', 'answering'];

/** Tells whether the fan has to wait with the next question. */
export function isOpen({ state }: QuestionPlace): boolean {
  return open.includes(state);
}

/** Tells whether the stage knows more about the fan's question than before. */
export function isOwnOutdated(question: MyQuestion, before: Stage, after: Stage): boolean {
  const isUnsettled = isOpen(question) || (question.state === 'merged' && question.answer === null);
  if (!isUnsettled) return false;
  const isQueued = ({ queue }: Stage) => queue.some(({ questionId }) => questionId === question.questionId);
  const turn = ({ now }: Stage) => `${now?.questionId}/${now?.answer?.answerId}`;
  return (
    isQueued(before) !== isQueued(after) ||
    (question.state === 'held' && isQueued(after)) ||
    turn(before) !== turn(after)
  );
}

type StandingWords = { readonly title: string; readonly text: string };

const titles: Record<Exclude<MyQuestion['state'], 'answered'>, MessageId> = {
  held: 'agent.mine.held',
  waiting: 'agent.mine.waiting',
  answering: 'agent.mine.answering',
  merged: 'agent.mine.merged',
  passed: 'agent.mine.passed',
  refused: 'agent.mine.refused',
};

type AnswerOutcome = StagedAnswer['outcome'];

const outcomes: Record<AnswerOutcome, MessageId> = {
  answered: 'agent.mine.answered',
  suggested: 'agent.mine.suggested',
  unknown: 'agent.mine.unknown',
};

/** Returns how a question went: `unsure` where the AI host asked back or did not know. */
export function toneOf({ state }: QuestionPlace, outcome: AnswerOutcome | undefined): 'good' | 'unsure' | 'plain' {
  if (state === 'answering') return 'good';
  if (state !== 'answered') return 'plain';
  return outcome === undefined || outcome === 'answered' ? 'good' : 'unsure';
}

/** Says where a question stands, with the reason where there is one. */
export function standingWords(
  { state, place }: QuestionPlace,
  { hands, reason }: MyQuestion,
  outcome: AnswerOutcome | undefined,
  t: Translate,
): StandingWords {
  if (state === 'answered') return { title: t(outcomes[outcome ?? 'answered']), text: '' };
  const title = state === 'waiting' && place !== null ? t('agent.mine.place', { place }) : t(titles[state]);
  switch (state) {
    case 'waiting':
      return { title, text: t('agent.mine.hands', { hands }) };
    case 'held':
      return { title, text: t('agent.mine.heldText') };
    case 'answering':
      return { title, text: t('agent.mine.answeringText') };
    case 'merged':
      return { title, text: t('agent.mine.mergedText') };
    case 'passed':
    case 'refused':
      return { title, text: reason ?? t('agent.mine.askOther') };
  }
}
