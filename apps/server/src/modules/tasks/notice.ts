import type { Language } from '@lightstick/contract';
import { errorText } from '#/error-text.ts';
import type { Obstacle, TaskNotice } from './obstacle.ts';

/** An obstacle as a card shows it: in the words in which a call would be refused for it. */
export function noticeOf({ reason, refusal }: Obstacle, language: Language): TaskNotice {
  return { reason, text: errorText(refusal, language) };
}
