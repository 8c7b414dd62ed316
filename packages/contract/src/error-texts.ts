import type { ErrorName } from './errors.ts';
import { accountTexts } from './error-texts-of-accounts.ts';
import { luckTexts } from './error-texts-of-luck.ts';
import { liveTexts } from './error-texts-of-live.ts';
import { requestTexts } from './error-texts-of-requests.ts';
import { stakingTexts } from './error-texts-of-staking.ts';
import { taskTexts } from './error-texts-of-tasks.ts';
import { voteTexts } from './error-texts-of-votes.ts';
import type { Wording } from './wording.ts';

/**
 * The words of every failure. A word in braces is filled in from the parameters of the refusal; the
 * server refuses to send a text with a brace left open, so that a forgotten parameter is found by the first test.
 * `{left: vote | votes}` is the first word when the parameter `left` is one, and the second for any other number.
 */
export const errorTexts: Readonly<Record<ErrorName, Wording>> = {
  ...accountTexts,
  ...voteTexts,
  ...taskTexts,
  ...luckTexts,
  ...liveTexts,
  ...stakingTexts,
  ...requestTexts,
};
