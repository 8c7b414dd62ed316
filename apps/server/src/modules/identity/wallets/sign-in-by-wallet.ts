import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import type { Device } from '#/http/call.ts';
import { type AddInvite, addFan, inviterOf } from '#/modules/identity/register.ts';
import { beginSignIn } from '#/modules/identity/sessions.ts';
import { randomNickname } from '#/modules/identity/fan.rules.ts';
import { readUserInfo } from '#/modules/identity/fan.view.ts';
import type { WalletAddress } from './challenge.rules.ts';
import { checkSignature, type SignatureServices } from './prove-wallet.ts';
import { fanIdByWallet } from './wallet.view.ts';
import { deleteChallenge, keepWalletProof } from './wallets.store.ts';

type SignInServices = SignatureServices & { readonly addInvite: AddInvite };

type WalletSignIn = {
  readonly message: string;
  readonly signature: string;
  /** The inviter's fan code. */
  readonly inviteCode: string | undefined;
  readonly language: Language;
  readonly device: Device;
  readonly now: Date;
};

/**
 * Signs in by a signed message, valid for one session; a wallet's first sign-in opens its account. A refusal leaves the
 * message usable until it expires.
 */
export async function signInByWallet(services: SignInServices, signIn: WalletSignIn) {
  const { message, signature, device, now } = signIn;
  const signed = await checkSignature(services, { message, signature, purpose: 'signIn', fanId: null, now });
  const { challenge, provedBy } = signed;
  return transactionWithRetry(services.db, async (tx) => {
    // Of two concurrent sign-ins with one signature, the second waits here and finds the challenge used.
    if (!(await deleteChallenge(tx, challenge))) throw new Refusal('WALLET_CHALLENGE_INVALID');
    const { fanId, isNew } = await fanOf(tx, challenge.address, { ...signIn, addInvite: services.addInvite });
    await keepWalletProof(tx, fanId, provedBy);
    const session = await beginSignIn(tx, { fanId, device, now });
    return { ...session, userInfo: await readUserInfo(tx, fanId), isNew };
  });
}

async function fanOf(
  tx: Transaction<DB>,
  walletAddress: WalletAddress,
  { inviteCode, language, now, addInvite }: WalletSignIn & Pick<SignInServices, 'addInvite'>,
): Promise<{ fanId: number; isNew: boolean }> {
  const known = await fanIdByWallet(tx, walletAddress);
  if (known !== undefined) return { fanId: known, isNew: false };
  const invitedBy = await inviterOf(tx, inviteCode);
  const wayIn = { kind: 'web3', walletAddress } as const;
  const newcomer = { wayIn, nickname: randomNickname(language), language, invitedBy, createdAt: now };
  const added = await addFan(tx, newcomer, addInvite);
  if (added !== undefined) return { fanId: added, isNew: true };
  // A concurrent sign-in of the same wallet has opened the account.
  const fanId = await fanIdByWallet(tx, walletAddress);
  if (fanId === undefined) throw new Error('A wallet names an account that no fan has');
  return { fanId, isNew: false };
}
