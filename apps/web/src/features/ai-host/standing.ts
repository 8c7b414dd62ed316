import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import type { MyQuestion, Stage } from './agent-room.ts';

type Standing = Pick<MyQuestion, 'state' | 'place'>;

/** Where a question stands by the stage, which is newer than the fan's own part. */
export function standingOf({ questionId, state, place }: MyQuestion, { now, queue }: Stage): Standing {
  const index = queue.findIndex((queued) => queued.questionId === questionId);
  if (index >= 0) return { state: 'waiting', place: index + 1 };
  if (now?.questionId === questionId) return { state: now.answer ? 'answered' : 'answering', place: null };
  return { state, place };
}

const open: readonly MyQuestion['state'][] = ['held', 'waiting', 'answering'];

/** Whether the fan has to wait with the next question. */
export function isOpen({ state }: Standing): boolean {
  return open.includes(state);
}

/** Whether the stage says that there is more to know about the fan's question than before. */
export function isOwnOutdated(question: MyQuestion, before: Stage, after: Stage): boolean {
  const isUnsettled = isOpen(question) || (question.state === 'merged' && question.answer === null);
  if (!isUnsettled) return false;
  const queued = ({ queue }: Stage) => queue.some(({ questionId }) => questionId === question.questionId);
  const turn = ({ now }: Stage) => `${now?.questionId}/${now?.answer?.answerId}`;
  return (
    queued(before) !== queued(after) || (question.state === 'held' && queued(after)) || turn(before) !== turn(after)
  );
}

type StandingWords = { readonly title: string; readonly text: string };

const titles: Record<MyQuestion['state'], MessageId> = {
  held: 'agent.mine.held',
  waiting: 'agent.mine.waiting',
  answering: 'agent.mine.answering',
  answered: 'agent.mine.answered',
  merged: 'agent.mine.merged',
  passed: 'agent.mine.passed',
  refused: 'agent.mine.refused',
};

/** Where a question stands, in words, with the reason where there is one. */
export function standingWords({ state, place }: Standing, { hands, reason }: MyQuestion, t: Translate): StandingWords {
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
    case 'answered':
      return { title, text: '' };
  }
}
