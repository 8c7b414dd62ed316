import * as z from 'zod';
import { amount, instant } from './primitives.ts';

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

/**
 * Whether region and account age let the caller take part: what stays so comes first. Null for visitors. An opening still
 * checks it by itself.
 */
export const mayTakePart = z
  .discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('yes') }),
    /** ISO 3166-1 of where the caller is; null when unknown. */
    z.object({ verdict: z.literal('regionClosed'), country: z.string().nullable() }),
    /** From when on the account is old enough. */
    z.object({ verdict: z.literal('tooYoung'), from: instant }),
  ])
  .nullable();

export const luckState = z.enum(['notOpen', 'open', 'soldOut', 'ended']);
