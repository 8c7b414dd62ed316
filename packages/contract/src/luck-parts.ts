import * as z from 'zod';
import { amount } from './primitives.ts';

/** SHA-256 in hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** An amount of one asset. `activityId` is the election of tickets and votes, null for Points. */
export const given = z.object({ assetName: z.string(), activityId: z.string().nullable(), amount });

/** Who may take part. Null means no such limit. */
export const terms = {
  minAccountAgeHours: z.int().nonnegative(),
  /** ISO 3166-1 codes. */
  regions: z.array(z.string()).nullable(),
};

export const luckState = z.enum(['notOpen', 'open', 'soldOut', 'ended']);
