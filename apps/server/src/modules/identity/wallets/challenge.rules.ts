import { randomBytes } from 'node:crypto';
import type { Contract, RequestOf } from '@lightstick/contract';
import type { Hex } from 'viem';
import { getAddress } from 'viem/utils';
import { chainId } from '#/config/providers.ts';
import { inLatinLetters } from '#/lib/look-alikes.ts';

type ChallengeBody = RequestOf<Contract['POST /wallet/api/v1/user/walletChallenge']>['body'];

/** What a signed-in fan confirms by wallet. */
export type ConfirmedPurpose = ChallengeBody['purpose'];
/** What a signature authorises. */
export type ChallengePurpose = 'signIn' | 'linkWallet' | ConfirmedPurpose;

/** A wallet's address in lower case, as stored. */
export type WalletAddress = Hex;

export const challengeValidMs = 5 * 60_000;

/** The statement that a wallet shows. EIP-4361 allows ASCII only, so it exists in one language. */
const statements: Readonly<Record<ChallengePurpose, (product: string) => string>> = {
  signIn: (product) => `Sign in to ${product}. This costs nothing and moves nothing.`,
  leave: (product) =>
    `I want my ${product} account to be deleted, with everything that is in it, once the days of grace are over.`,
  bindEmail: (product) =>
    `I want an email address to be bound to my ${product} account, so that it can be used to sign in.`,
  linkWallet: (product) => `I want this wallet to be linked to my ${product} account, so that my NFTs can move to it.`,
};

type Wording = {
  readonly purpose: ChallengePurpose;
  readonly address: WalletAddress;
  /** The platform's English name. */
  readonly product: string;
  /** The site's public URL. */
  readonly publicUrl: string;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/**
 * Returns the message to sign, by EIP-4361 ("Sign-In with Ethereum"). Wallets compare its domain with the page's and
 * warn when they differ.
 */
export function challengeMessage({
  purpose,
  address,
  product,
  publicUrl,
  nonce,
  issuedAt,
  expiresAt,
}: Wording): string {
  const { host } = new URL(publicUrl);
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    getAddress(address),
    '',
    statements[purpose](statementName(product) ?? host),
    '',
    `URI: ${publicUrl}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n');
}

/** Returns a name in the signs of a statement (RFC 3986), without accents; undefined when it has none. */
function statementName(product: string): string | undefined {
  const name = inLatinLetters(product).replaceAll('’', "'");
  return /^[\w &'().+!,-]+$/.test(name) ? name : undefined;
}

/** Returns 128 random bits. EIP-4361 allows letters and digits only. */
export function randomNonce(): string {
  return randomBytes(16).toString('hex');
}

/** Writes an address in lower case: its mixed case (EIP-55) is only a checksum. */
export function normaliseAddress(address: string): WalletAddress {
  return address.toLowerCase() as WalletAddress;
}
