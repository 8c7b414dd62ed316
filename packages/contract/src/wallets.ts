import * as z from 'zod';
import { signedIn, userInfo } from './accounts.ts';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { chain, codeAsTyped, email, instant, mailCode } from './primitives.ts';

/** An account address in any letter case; the server stores and returns it in lower case. */
const walletAddress = z.string().regex(
  /^0x[0-9a-fA-F]{40}$/,
  expectation({
    en_US: 'a wallet address of 0x and 40 hexadecimal digits',
    zh_TW: '錢包地址，格式為 0x 加 40 個十六進位字元',
  }),
);

/** The message from the challenge call. The server trusts only its own copy. */
const message = z.string().min(1).max(2_000);

/**
 * The result of `personal_sign`: 65 bytes from a key, up to 4 KiB from a contract wallet (ERC-1271, or ERC-6492 before
 * deployment).
 */
const signature = z.string().regex(
  /^0x(?:[0-9a-fA-F]{2}){1,4096}$/,
  expectation({
    en_US: 'a signature of 0x and up to 8192 hexadecimal digits',
    zh_TW: '簽章，格式為 0x 加最多 8192 個十六進位字元',
  }),
);

/** An EIP-4361 message to sign. It is valid for one signature, until it expires. */
const walletChallenge = z.object({ message: z.string(), expiresAt: instant });

/** A signed message that confirms a call of a wallet account. */
export const walletAnswer = z.object({ message, signature });

/** Actions that a signed-in fan confirms by wallet. The message states the action in words. */
const walletPurposes = ['leave', 'bindEmail'] as const;

export const walletEndpoints = {
  'POST /wallet/api/v1/user/metaMaskLogin': {
    summary:
      'Signs in by wallet, in two calls: `address` returns the message to sign, ' +
      '`message` and `signature` start a session. A wallet’s first sign-in creates its account.',
    auth: 'public',
    body: z.union([
      z.object({ address: walletAddress, chain }),
      walletAnswer.extend({
        chain,
        /** The fan code of the inviter; ignored when the wallet already has an account. */
        inviteCode: codeAsTyped.max(16).optional(),
      }),
    ]),
    data: z.union([
      walletChallenge,
      signedIn.extend({
        /** This sign-in created the account. */
        isNew: z.boolean(),
      }),
    ]),
    errors: ['WALLET_CHALLENGE_INVALID', 'WALLET_SIGNATURE_INVALID', 'INVITE_CODE_UNKNOWN'],
  },
  'POST /wallet/api/v1/user/walletChallenge': {
    summary: 'A message that a wallet account signs to confirm something that cannot be undone.',
    auth: 'fan',
    body: z.object({ purpose: z.enum(walletPurposes) }),
    data: walletChallenge,
    errors: ['NOT_A_WALLET_ACCOUNT'],
  },
  'POST /wallet/api/v1/userExpand/linkWallet': {
    summary:
      'Links a wallet to an email account, in two calls: `address` returns the message to sign, ' +
      '`message` and `signature` link it. Both need a code of type 8 from the account’s address; ' +
      'only linking uses it up. NFTs can move to the wallet; it does not sign in. ' +
      'A new link replaces the former. The fan is notified in the app and by mail.',
    auth: 'fan',
    body: z.union([
      z.object({ address: walletAddress, code: mailCode, chain }),
      walletAnswer.extend({ code: mailCode, chain }),
    ]),
    data: z.union([walletChallenge, z.object({ wallet: z.string() })]),
    errors: [
      'CODE_INVALID',
      'CODE_EXHAUSTED',
      'EMAIL_MISSING',
      'NOT_AN_EMAIL_ACCOUNT',
      'WALLET_CHALLENGE_INVALID',
      'WALLET_SIGNATURE_INVALID',
    ],
  },
  'POST /wallet/api/v1/userExpand/unlinkWallet': {
    summary:
      'Removes the link of a wallet. NFTs on their way still arrive there. The fan is notified in the app and by mail.',
    auth: 'fan',
    body: z.object({}).default({}),
    data: z.object({ wallet: z.null() }),
    errors: [],
  },
  'POST /wallet/api/v1/userExpand/updateWeb3Email': {
    summary:
      'Adds or changes a wallet account’s email, with the wallet’s signature and a code of type 3 from the address.',
    auth: 'fan',
    body: walletAnswer.extend({ email, code: mailCode }),
    data: userInfo,
    errors: [
      'CODE_INVALID',
      'CODE_EXHAUSTED',
      'EMAIL_TAKEN',
      'NOT_A_WALLET_ACCOUNT',
      'WALLET_CHALLENGE_INVALID',
      'WALLET_SIGNATURE_INVALID',
    ],
  },
} as const satisfies Record<Route, Endpoint>;
