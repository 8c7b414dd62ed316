import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation, languages } from './wording.ts';
import { accountId, codeAsTyped, decimal, email, instant, mailCode, sealedSecret } from './primitives.ts';
import { nickname } from './visible-text.ts';

/** Only anonymous and signed-in exist; signed-in accounts are by email (Web2) or by wallet (Web3). */
export const accountKind = z.enum(['web2', 'web3']);

export const userInfo = z.object({
  accountId,
  accountKind,
  nickname: z.string(),
  email: z.string().nullable(),
  /** The address of a wallet account, as `0x` and 40 digits in lower case. */
  walletAddress: z.string().nullable(),
  /** Whether the fan can sign in by email and password. */
  hasPassword: z.boolean(),
  avatarUrl: z.string(),
  bio: z.string(),
  languageType: z.enum(languages),
  /** Whether mails remind of what expires soon; notices in the app always do. */
  remindByMail: z.boolean(),
  /** Whether others see the fan’s level beside the name. */
  showsLevel: z.boolean(),
  /** Whether others see the fan among the top supporters of an idol. */
  showsSupport: z.boolean(),
  /** The code that other fans type to gift to this fan or to name the inviter. */
  fanCode: z.string(),
  createdAt: instant,
});

/** A new session. The passport token also travels as an HttpOnly cookie, which is all that a browser needs. */
export const signedIn = z.object({
  token: z.string(),
  passportToken: z.string(),
  userInfo,
  /** The account was due for deletion; this sign-in cancelled that. */
  deletionCancelled: z.boolean(),
});

const none = z.object({}).default({});
const nothing = z.object({});

export const accountEndpoints = {
  'POST /wallet/api/v1/user/getPublicKey': {
    summary: 'The public key with which clients encrypt secrets.',
    auth: 'public',
    body: none,
    data: z.object({ publicKey: z.string(), keyId: z.string() }),
    errors: [],
  },
  'GET /wallet/api/v1/user/humanCheckChallenge': {
    summary: 'A proof-of-work challenge for the built-in human check.',
    auth: 'public',
    safe: true,
    data: z.object({ challenge: z.record(z.string(), z.json()) }),
    errors: [],
  },
  'GET /wallet/api/v1/user/sendEmail': {
    summary:
      'Sends a six-digit code by mail. Types: 1 register, 2 forgot password, ' +
      '3 change or add the email (to the new address), 4 change the password, ' +
      '5 delete the account (both to the current address), 6 sign in, 7 confirm a change of the email, ' +
      '8 link a wallet (both to the current address). 3, 4, 5, 7 and 8 need a token. ' +
      'Does not tell whether the address has an account.',
    auth: 'optional',
    query: z.object({
      email,
      type: decimal(z.literal([1, 2, 3, 4, 5, 6, 7, 8])).default(1),
      googleRecaptchaToken: z.string().min(1).max(8192),
      /** The reCAPTCHA action that the page requested. Only the action inside the verified token counts. */
      googleActionType: z.string().max(64).optional(),
    }),
    data: z.object({ resendAfterSeconds: z.int(), expiresInSeconds: z.int() }),
    errors: [
      'HUMAN_CHECK_FAILED',
      'CODE_TOO_SOON',
      'CODES_USED_UP',
      'MAILS_TOO_FAST',
      'EMAIL_MISSING',
      'EMAIL_UNCHANGED',
    ],
  },
  'POST /wallet/api/v1/userExpand/checkMailRegister': {
    summary: 'Whether an email already has an account. Tightly rate-limited.',
    auth: 'public',
    body: z.object({ email }),
    data: z.object({ registered: z.boolean() }),
    errors: [],
  },
  'POST /wallet/api/v1/user/checkRegisterCode': {
    summary: 'Checks the emailed code before the rest of registering, which still needs it.',
    auth: 'public',
    body: z.object({ email, code: mailCode }),
    data: nothing,
    errors: ['EMAIL_TAKEN', 'CODE_INVALID', 'CODE_EXHAUSTED', 'TOO_MANY_ATTEMPTS'],
  },
  'POST /wallet/api/v1/user/register': {
    summary: 'Creates an account with the emailed code. A fan without a password signs in with emailed codes.',
    auth: 'public',
    body: z.object({
      email,
      code: mailCode,
      password: sealedSecret.optional(),
      nickname: nickname.optional(),
      inviteCode: codeAsTyped.max(16).optional(),
    }),
    data: signedIn,
    errors: [
      'EMAIL_TAKEN',
      'CODE_INVALID',
      'CODE_EXHAUSTED',
      'TOO_MANY_ATTEMPTS',
      'WEAK_PASSWORD',
      'SECRET_KEY_RETIRED',
      'SECRET_UNREADABLE',
      'INVITE_CODE_UNKNOWN',
      'NICKNAME_RESERVED',
    ],
  },
  'POST /wallet/api/v1/user/login': {
    summary: 'Signs in by email. A wrong email and a wrong password get the same answer.',
    auth: 'public',
    body: z.object({ email, password: sealedSecret }),
    data: signedIn,
    errors: ['WRONG_CREDENTIALS', 'TOO_MANY_ATTEMPTS', 'SECRET_KEY_RETIRED', 'SECRET_UNREADABLE'],
  },
  'POST /wallet/api/v1/user/mailCodeLogin': {
    summary: 'Signs in with a code sent by mail (sendEmail, type 6), instead of a password.',
    auth: 'public',
    body: z.object({ email, code: mailCode }),
    data: signedIn,
    errors: ['CODE_INVALID', 'CODE_EXHAUSTED', 'TOO_MANY_ATTEMPTS'],
  },
  'POST /wallet/api/v1/user/forgotPassword': {
    summary: 'Sets the password with a code sent by mail, and ends every session of the account.',
    auth: 'public',
    body: z.object({ email, code: mailCode, password: sealedSecret }),
    data: nothing,
    errors: [
      'CODE_INVALID',
      'CODE_EXHAUSTED',
      'TOO_MANY_ATTEMPTS',
      'WEAK_PASSWORD',
      'SECRET_KEY_RETIRED',
      'SECRET_UNREADABLE',
    ],
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
    safe: true,
    body: z.object({ accountId: accountId.optional() }).default({}),
    data: userInfo,
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/updateAccountPassword': {
    summary:
      'Changes the password, with the old one or with a code of type 4. ' +
      'Ends every session and begins one for this device.',
    auth: 'fan',
    body: z
      .object({ oldPassword: sealedSecret.optional(), code: mailCode.optional(), newPassword: sealedSecret })
      .refine(({ oldPassword, code }) => (oldPassword === undefined) !== (code === undefined), {
        path: ['oldPassword'],
        message: expectation({
          en_US: 'must be given, or else code, but not both',
          zh_TW: '必須提供，或改為提供 code，但不可兩者皆有',
        }),
      }),
    data: signedIn,
    errors: [
      'WRONG_PASSWORD',
      'PASSWORD_MISSING',
      'EMAIL_MISSING',
      'TOO_MANY_ATTEMPTS',
      'CODE_INVALID',
      'CODE_EXHAUSTED',
      'WEAK_PASSWORD',
      'SECRET_KEY_RETIRED',
      'SECRET_UNREADABLE',
    ],
  },
  'POST /wallet/api/v1/userExpand/updateAccountEmail': {
    summary:
      'Changes the email, with a code of type 3 from the new address, and the password or a code of type 7 from the ' +
      'current address.',
    auth: 'fan',
    body: z
      .object({ email, code: mailCode, password: sealedSecret.optional(), ownCode: mailCode.optional() })
      .refine(({ password, ownCode }) => (password === undefined) !== (ownCode === undefined), {
        path: ['password'],
        message: expectation({
          en_US: 'must be given, or else ownCode, but not both',
          zh_TW: '必須提供，或改為提供 ownCode，但不可兩者皆有',
        }),
      }),
    data: userInfo,
    errors: [
      'WRONG_PASSWORD',
      'PASSWORD_MISSING',
      'EMAIL_MISSING',
      'TOO_MANY_ATTEMPTS',
      'CODE_INVALID',
      'CODE_EXHAUSTED',
      'EMAIL_TAKEN',
      'SECRET_KEY_RETIRED',
      'SECRET_UNREADABLE',
    ],
  },
} as const satisfies Record<Route, Endpoint>;
