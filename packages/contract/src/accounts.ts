import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { languages } from './error-texts.ts';
import { accountId, email, instant, line, sealedSecret } from './primitives.ts';

/** Only anonymous and signed-in exist; signed-in accounts are by email (Web2) or by wallet (Web3). */
export const accountKind = z.enum(['web2', 'web3']);

/** What a fan knows of themselves. */
export const userInfo = z.object({
  accountId,
  accountKind,
  nickname: z.string(),
  email: z.string().nullable(),
  avatarUrl: z.string(),
  bio: z.string(),
  languageType: z.enum(languages),
  /** What other fans type to gift to this fan or to name the inviter. */
  fanCode: z.string(),
  createdAt: instant,
});

/** A new session. The passport token also travels as an HttpOnly cookie, which is all that a browser needs. */
const signedIn = z.object({ token: z.string(), passportToken: z.string(), userInfo });

const none = z.object({}).default({});
const nothing = z.object({});

export const accountEndpoints = {
  'POST /wallet/api/v1/user/getPublicKey': {
    summary: 'The public key under which secrets travel.',
    auth: 'public',
    body: none,
    data: z.object({ publicKey: z.string(), keyId: z.string() }),
    errors: [],
  },
  'GET /wallet/api/v1/user/humanCheckChallenge': {
    summary: 'A proof-of-work challenge for the built-in human check.',
    auth: 'public',
    data: z.object({ challenge: z.record(z.string(), z.json()) }),
    errors: [],
  },
  'GET /wallet/api/v1/user/sendEmail': {
    summary:
      'Sends a six-digit code by mail. Type 1 is for registering. Does not tell whether the address has an account.',
    auth: 'optional',
    query: z.object({
      email,
      type: z.coerce.number<string | number>().pipe(z.literal(1)).default(1),
      googleRecaptchaToken: z.string().min(1).max(8192),
      googleActionType: z.string().max(64).optional(),
    }),
    data: z.object({ resendAfterSeconds: z.int(), expiresInSeconds: z.int() }),
    errors: ['HUMAN_CHECK_FAILED', 'CODE_TOO_SOON'],
  },
  'POST /wallet/api/v1/userExpand/checkMailRegister': {
    summary: 'Whether an email already has an account. Tightly rate-limited.',
    auth: 'public',
    body: z.object({ email }),
    data: z.object({ registered: z.boolean() }),
    errors: [],
  },
  'POST /wallet/api/v1/user/register': {
    summary: 'Opens an account with the code from the mail.',
    auth: 'public',
    body: z.object({
      email,
      code: z.string().regex(/^\d{6}$/, 'six digits'),
      password: sealedSecret,
      nickname: z.string().trim().min(1).max(24).optional(),
      inviteCode: line.trim().max(16).optional(),
    }),
    data: signedIn,
    errors: [
      'EMAIL_TAKEN',
      'CODE_INVALID',
      'CODE_EXHAUSTED',
      'WEAK_PASSWORD',
      'SECRET_KEY_RETIRED',
      'SECRET_UNREADABLE',
      'INVITE_CODE_UNKNOWN',
    ],
  },
  'POST /wallet/api/v1/user/login': {
    summary: 'Signs in by email. A wrong email and a wrong password are one answer.',
    auth: 'public',
    body: z.object({ email, password: sealedSecret }),
    data: signedIn,
    errors: ['WRONG_CREDENTIALS', 'TOO_MANY_ATTEMPTS', 'SECRET_KEY_RETIRED', 'SECRET_UNREADABLE'],
  },
  'POST /wallet/api/v1/user/logout': {
    summary: 'Ends this session.',
    auth: 'fan',
    body: none,
    data: nothing,
    errors: [],
  },
  'POST /wallet/api/v1/user/session': {
    summary: 'A fresh token for a browser that signed in before, from its passport cookie.',
    auth: 'passport',
    body: none,
    data: z.object({ token: z.string(), userInfo }),
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/getUserInfo': {
    summary: "The caller's own profile.",
    auth: 'fan',
    body: z.object({ accountId: accountId.optional() }).default({}),
    data: userInfo,
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
