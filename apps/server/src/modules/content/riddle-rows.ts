import { normaliseAnswer } from '#/modules/riddles/index.ts';
import { resolvePackTime } from './pack-time.ts';
import type { RiddleRound } from './schema/riddles.ts';

export function riddleRoundRow(round: RiddleRound, position: number, anchoredAt: Date) {
  return {
    id: round.id,
    task_id: round.task,
    title: round.title,
    description: round.description,
    opens_at: resolvePackTime(round.opensAt, anchoredAt).toISOString(),
    closes_at: resolvePackTime(round.closesAt, anchoredAt).toISOString(),
    price: round.price,
    rewards: round.rewards,
    budget: round.budget,
    position,
  };
}

export function riddleRows(round: RiddleRound) {
  return round.riddles.map(({ id, text, hint }, position) => ({ id, round_id: round.id, text, hint, position }));
}

export function riddleSolutionRows(round: RiddleRound) {
  return round.riddles.map(({ id, answers }) => ({
    riddle_id: id,
    answer: { en_US: answers.en_US[0], zh_TW: answers.zh_TW[0] },
    accepted: [...new Set([...answers.en_US, ...answers.zh_TW].map(normaliseAnswer))].toSorted(),
  }));
}
