import type * as z from 'zod';
import { fields, wholeNumber } from './fields.ts';

/** What a fan gets for a friend who signed up by their code and voted. Whoever has signed up keeps what was promised then. */
export const invites = fields({
  /** Points for each friend. */
  reward: wholeNumber(1, 1_000_000_000),
  /** For how many friends of one fan there is a reward; 0 for none. */
  mostRewarded: wholeNumber(0, 1000),
});

export type Invites = z.output<typeof invites>;
