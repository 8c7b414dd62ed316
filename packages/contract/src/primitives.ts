import * as z from 'zod';
import { emailAddressIn } from './email-address.ts';
import { expectation } from './wording.ts';
import { mailCodeIn, typedCode } from './typed-text.ts';

/** A whole amount in an asset's smallest unit, up to 2^53-1 so that JSON numbers carry it exactly. */
export const amount = z.int().nonnegative();

/** A quantity of one call. The bound keeps the sums of a batch far below 2^53. */
export const count = z.int().positive().max(1_000_000_000);

/** The unit price that the caller was shown; when it has changed, nothing is paid. */
export const shownPrice = amount.optional();

/** An instant in UTC, as `2026-11-21T03:16:53.000Z`. */
export const instant = z.iso.datetime();

/** Single-line user input. PostgreSQL cannot store a zero character. */
export const line = z
  .string()
  .regex(/^\P{Cc}*$/u, expectation({ en_US: 'text without control characters', zh_TW: '不含控制字元的文字' }));

/** Ids are strings. The specification writes some as numbers (activity 1004), which are accepted, too. */
export const id = z.union([line.min(1).max(64), z.int().nonnegative()]).transform(String);

/** The caller's own account id; another fan's results in 403. */
export const accountId = z.string().min(1).max(64);

/** The chain that a call is about. The specification's client names it in every such payload, and there is only one. */
export const chain = z.literal('BNB').optional();

/** Stored with the domain as DNS has it, so that both spellings of a domain are one address. */
export const email = z
  .string()
  .max(1000, { abort: true })
  .overwrite((typed) => emailAddressIn(typed) ?? typed)
  .refine(
    (typed) => emailAddressIn(typed) !== undefined,
    expectation({
      en_US: 'must be an email address such as mina@example.com',
      zh_TW: '必須是電子郵件地址，例如 mina@example.com',
    }),
  )
  .meta({ format: 'email' });

/** The code from a mail, as typed. */
export const mailCode = z
  .string()
  .max(1000, { abort: true })
  .overwrite(mailCodeIn)
  .regex(/^\d{6}$/, expectation({ en_US: 'six digits', zh_TW: '六位數字' }));

/** A code of letters and digits, such as a fan code, as typed: in any width, with spaces around. */
export const codeAsTyped = z.string().max(200, { abort: true }).overwrite(typedCode);

/** A sealed secret: RSA-OAEP-256 ciphertext, base64, of the JSON `{ value, nonce, ts }` under the key `keyId`. */
export const sealedSecret = z.object({
  keyId: line.min(1).max(64),
  ciphertext: z.base64().max(1024),
});

/**
 * Accepts a number that queries bring as text in decimal digits, if `schema` accepts it. It refuses other spellings, such
 * as `0x10`, `1e2` or `1.0`.
 */
export function decimal<Schema extends z.ZodType<number, number>>(schema: Schema) {
  return z.preprocess((given: string | number) => {
    const isNumber = typeof given === 'string' && /^-?\d{1,16}(?:\.\d{1,16})?$/.test(given) && !/\.0+$/.test(given);
    return isNumber ? Number(given) : given;
  }, schema);
}

/** Query parameters of paged lists. */
export const page = z.object({
  pageNum: decimal(z.int().min(1).max(1_000_000)).default(1),
  pageSize: decimal(z.int().min(1).max(1000)).default(20),
});

/** Returns one page of a list, newest first unless the call says otherwise. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    list: z.array(row),
    total: z.int().nonnegative(),
    pageNum: z.int().min(1),
    pageSize: z.int().min(1),
  });
}

/** Badges in the order of the screen. */
const badgeIds = [
  'firstVote',
  'firstTask',
  'sevenDays',
  'thirtyDays',
  'hundredDays',
  'lifter',
  'nightOwl',
  'fullDay',
  'hundredTasks',
  'levelTen',
] as const;
export type BadgeId = (typeof badgeIds)[number];
export const badgeId = z.enum(badgeIds);

/** A badge, with the address of its picture. */
export const badge = z.object({ id: badgeId, imageUrl: z.string() });

/** The badge that a fan shows beside the name; null for others. An addition of Lightstick to the specification. */
export const shownBadge = badge.nullable();

/** The level of a fan who shows it beside the name; null for others. An addition of Lightstick to the specification. */
export const shownLevel = z.int().positive().nullable();
