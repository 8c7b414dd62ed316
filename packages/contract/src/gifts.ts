import * as z from 'zod';
import { emailAddressIn } from './email-address.ts';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { amount, codeAsTyped, count, id, instant, page, pageOf } from './primitives.ts';
import { typedCode } from './typed-text.ts';

/** The public view of a fan. */
const face = z.object({ nickname: z.string(), avatarUrl: z.string() });

/** A fan code as typed: lower case counts as upper case. */
const fanCode = codeAsTyped.regex(
  /^[A-Za-z2-9]{8}$/,
  expectation({ en_US: 'a fan code of eight letters and digits', zh_TW: '八位英數字的粉絲代碼' }),
);

/** A ticket gift as one of its two parties sees it. */
export const giftRecord = z.object({
  giftId: z.string(),
  direction: z.enum(['sent', 'received']),
  activityId: z.string(),
  num: amount,
  /** The other party. Null for a sender who addressed the gift by email, because an address must not reveal a name. */
  fan: face.nullable(),
  givenAt: instant,
  /** The caller's own ledger transfer; the data export lists it with the resulting balance. */
  transferId: z.string(),
});

/** Tickets from fan to fan. */
export const giftEndpoints = {
  'POST /wallet/api/v1/pointsMall/getGiftTerms': {
    summary: 'How many of an activity’s tickets the caller can still give today, and when the next day begins.',
    auth: 'fan',
    safe: true,
    body: z.object({ activityId: id }),
    data: z.object({
      tickets: amount,
      /** Tickets that a fan may send on one day of the platform. */
      mostSent: z.int().nonnegative(),
      leftToday: amount,
      /** The number of gifts by email that the caller may still send today. */
      emailsLeftToday: amount,
      resetsAt: instant,
      /** `ended` when the activity's voting has ended; its tickets can no longer be given. */
      state: z.enum(['open', 'ended']),
      /** The time at which voting ends. */
      closesAt: instant,
    }),
    errors: ['ACTIVITY_NOT_FOUND'],
  },
  'POST /wallet/api/v1/pointsMall/getGiftReceiver': {
    summary: 'The fan with a fan code, to confirm before giving. Tightly rate-limited.',
    auth: 'fan',
    safe: true,
    body: z.object({ fanCode }),
    data: face,
    errors: ['RECEIVER_NOT_FOUND', 'GIFT_TO_ONESELF'],
  },
  'POST /wallet/api/v1/pointsMall/transferVotes': {
    summary:
      'Gives tickets to another fan, by fan code or email, until the activity closes and within the daily limits of ' +
      'both fans. Tightly rate-limited.',
    auth: 'fan',
    idempotency: 'optional',
    body: z.object({
      toAccount: z
        .string()
        .max(1000, { abort: true })
        .overwrite((typed) => emailAddressIn(typed) ?? typedCode(typed))
        .refine(
          (typed) => /^[A-Za-z2-9]{8}$/.test(typed) || emailAddressIn(typed) !== undefined,
          expectation({
            en_US: 'must be a fan code of eight letters and digits, or an email',
            zh_TW: '必須是八位英數字的粉絲代碼，或電子郵件',
          }),
        ),
      num: count.max(1_000_000),
      activityId: id,
    }),
    data: giftRecord.extend({ ticketsLeft: amount, leftToday: amount }),
    errors: [
      'ACTIVITY_NOT_FOUND',
      'VOTING_ENDED',
      'RECEIVER_NOT_FOUND',
      'GIFT_TO_ONESELF',
      'GIFT_EMAILS_USED_UP',
      'INSUFFICIENT_TICKETS',
      'GIFT_DAILY_LIMIT',
      'GIFT_RECEIVER_FULL',
    ],
  },
  'POST /wallet/api/v1/userExpand/transferTicketRecords': {
    summary: 'Tickets that the caller gave and received, newest first.',
    auth: 'fan',
    safe: true,
    body: page
      .extend({ activityId: id.optional(), direction: z.enum(['sent', 'received']).optional() })
      .default({ pageNum: 1, pageSize: 20 }),
    data: pageOf(giftRecord),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
