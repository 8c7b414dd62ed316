/**
 * Every failure a client may be told about. The number travels in the envelope's `code` and never changes its meaning;
 * its words in both languages are in `error-texts.ts`. 10xx account, 20xx ledger, 30xx vote, 40xx task, 50xx mall,
 * 60xx written pages, 90xx system.
 */
export const ErrorCode = {
  EMAIL_TAKEN: 1001,
  WRONG_CREDENTIALS: 1002,
  TOO_MANY_ATTEMPTS: 1003,
  CODE_INVALID: 1004,
  CODE_EXHAUSTED: 1005,
  CODE_TOO_SOON: 1006,
  HUMAN_CHECK_FAILED: 1007,
  WEAK_PASSWORD: 1008,
  SECRET_KEY_RETIRED: 1009,
  SECRET_UNREADABLE: 1010,
  INVITE_CODE_UNKNOWN: 1011,

  INSUFFICIENT_POINTS: 2001,
  INSUFFICIENT_TICKETS: 2002,
  INSUFFICIENT_VOTES: 2003,

  ACTIVITY_NOT_FOUND: 3001,
  IDOL_NOT_FOUND: 3002,
  VOTING_NOT_OPEN: 3003,
  VOTING_ENDED: 3004,
  DAILY_CAP_REACHED: 3005,

  TASK_NOT_FOUND: 4001,
  TASK_NOT_OPEN: 4002,
  TASK_ENDED: 4003,
  TASK_NOT_DONE: 4004,
  TASK_ALREADY_AWARDED: 4005,
  TASK_LINK_UNKNOWN: 4006,
  TASK_VISIT_TOO_SHORT: 4007,

  OFFER_NOT_FOUND: 5001,
  OFFER_NOT_OPEN: 5002,
  OFFER_ENDED: 5003,
  OFFER_SOLD_OUT: 5004,
  OFFER_LIMIT_REACHED: 5005,

  PAGE_NOT_FOUND: 6001,

  REQUEST_UNREADABLE: 9000,
  REQUEST_INVALID: 9001,
  UNAUTHENTICATED: 9002,
  FORBIDDEN: 9003,
  NOT_FOUND: 9004,
  IDEMPOTENCY_KEY_REUSED: 9005,
  TOO_MANY_REQUESTS: 9006,
  OVERLOADED: 9007,
  INTERNAL: 9008,
} as const;

export type ErrorName = keyof typeof ErrorCode;

/** The HTTP status of failures of the request itself. A refusal that is not listed is the product's answer: 200. */
export const SystemErrorStatus = {
  REQUEST_UNREADABLE: 400,
  REQUEST_INVALID: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  IDEMPOTENCY_KEY_REUSED: 409,
  TOO_MANY_REQUESTS: 429,
  OVERLOADED: 503,
  INTERNAL: 500,
} as const satisfies Partial<Record<ErrorName, number>>;

export type SystemErrorName = keyof typeof SystemErrorStatus;

const nameByCode = new Map<number, ErrorName>(
  Object.entries(ErrorCode).map(([name, code]) => [code, name as ErrorName]),
);

/** The name behind a code, or nothing if this build does not know it yet. */
export function errorName(code: number): ErrorName | undefined {
  return nameByCode.get(code);
}
