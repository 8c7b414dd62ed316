import * as z from 'zod';
import { signedIn, userInfo } from './accounts.ts';
import type { Endpoint, Route } from './endpoint.ts';
import { chain, email, instant, line, mailCode } from './primitives.ts';

/** An account of the chain, in any case of letters; we store and answer it in lower case. */
const walletAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'a wallet address of 0x and 40 hexadecimal digits');

/** As the challenge's call gave it. Only the server's own copy is believed. */
const message = z.string().min(1).max(2_000);

/**
 * What a wallet made of the message by `personal_sign`: 65 bytes of a key, or of a contract wallet up to 4 KiB, by
 * ERC-1271 or, where the contract is not there yet, by ERC-6492.
 */
const signature = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/, 'a signature of 0x and up to 8192 hexadecimal digits');

/** A message to sign, by EIP-4361. It is good for one signature, until it expires. */
const walletChallenge = z.object({ message: z.string(), expiresAt: instant });

/** A signed message, for calls that a wallet account confirms by its wallet. */
export const walletAnswer = z.object({ message, signature });

/** What a signed-in fan can confirm by their wallet. The message says in words what is agreed to. */
const walletPurposes = ['leave', 'bindEmail'] as const;

export const walletEndpoints = {
  'POST /wallet/api/v1/user/metaMaskLogin': {
    summary:
      'Signs in by wallet, in two calls: `address` gives the message to sign, `message` and `signature` begin a session. ' +
      'The first sign-in of a wallet opens its account.',
    auth: 'public',
    body: z.union([
      z.object({ address: walletAddress, chain }),
      walletAnswer.extend({
        chain,
        /** The fan code of who brought the newcomer here; not looked at when the wallet has an account. */
        inviteCode: line.trim().max(16).optional(),
      }),
    ]),
    data: z.union([
      walletChallenge,
      signedIn.extend({
        /** This sign-in has opened the account. */
        isNew: z.boolean(),
      }),
    ]),
    errors: ['WALLET_CHALLENGE_INVALID', 'WALLET_SIGNATURE_INVALID', 'INVITE_CODE_UNKNOWN'],
  },
  'POST /wallet/api/v1/user/walletChallenge': {
    summary: 'A message by whose signature a wallet account confirms what cannot be undone.',
    auth: 'fan',
    body: z.object({ purpose: z.enum(walletPurposes) }),
    data: walletChallenge,
    errors: ['NOT_A_WALLET_ACCOUNT'],
  },
  'POST /wallet/api/v1/userExpand/updateWeb3Email': {
    summary:
      'Gives a wallet account an email, or another one, with a signature of the wallet and a code of type 3 from the address.',
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
