import type { Transaction } from 'kysely';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import { ownCredentials } from '#/modules/identity/fan.store.ts';
import { proveByCode } from '#/modules/identity/prove-identity.ts';
import { enqueueNotice } from '#/modules/mail/index.ts';
import type { WalletAddress } from './challenge.rules.ts';
import { checkSignature, type SignatureServices, spendWalletProof } from './prove-wallet.ts';
import { walletOf } from './wallet.view.ts';
import { deleteLinkedWallet, lockOwner, type WalletOwner, putLinkedWallet } from './wallets.store.ts';

/** Writes a fan's notice of a changed link into the transaction of the change. */
export type NotifyOfWallet = (
  tx: Transaction<DB>,
  notice: WalletChange & { readonly fanId: number; readonly subject: string },
) => Promise<unknown>;

type LinkServices = SignatureServices & { readonly keys: ServerKeys; readonly notifyOfWallet: NotifyOfWallet };

type OwnCode = {
  readonly fanId: number;
  /** Mailed to the account's own address. */
  readonly code: string;
  /** The device id that the client sends. */
  readonly deviceId: string | undefined;
  readonly now: Date;
};

/**
 * Checks who links a wallet before the wallet is asked to sign; `linkWallet` uses the code up. Throws Refusal
 * NOT_AN_EMAIL_ACCOUNT, because pieces of a wallet account go to the wallet that signs in, CODE_INVALID or CODE_EXHAUSTED.
 */
export async function proveLinker({ db, keys }: Pick<LinkServices, 'db' | 'keys'>, own: OwnCode) {
  if (await walletOf(db, own.fanId)) throw new Refusal('NOT_AN_EMAIL_ACCOUNT');
  const { email } = await ownCredentials(db, own.fanId);
  const useCode = await proveByCode({ db, keys }, email, { ...own, purpose: 'linkWallet' });
  return { email, useCode };
}

/**
 * Links the wallet that signed to an email account, instead of the one linked before, and tells the fan. The signature shows
 * that its owner can reach what moves there; the code, that more than a session of the fan is at hand. A refusal changes only
 * the count of wrong codes.
 */
export async function linkWallet(
  services: LinkServices,
  { message, signature, ...own }: OwnCode & { readonly message: string; readonly signature: string },
) {
  const { fanId, now } = own;
  const { email, useCode } = await proveLinker(services, own);
  const { challenge } = await checkSignature(services, { message, signature, purpose: 'linkWallet', fanId, now });
  const { address } = challenge;
  await transactionWithRetry(services.db, async (tx) => {
    await useCode(tx);
    await spendWalletProof(tx, { challenge });
    const fan = await lockOwner(tx, fanId);
    // The address changed concurrently, so the code is for another state of the account.
    if (fan.email !== email) throw new Refusal('CODE_INVALID');
    await putLinkedWallet(tx, { fanId, address, now });
    await tellOwner(tx, services, fan, { kind: 'walletLinked', address, now });
  });
  return { wallet: address };
}

/** Pieces on their way still arrive at the former wallet. */
export async function unlinkWallet(
  services: Pick<LinkServices, 'db' | 'keys' | 'notifyOfWallet'>,
  { fanId, now }: { readonly fanId: number; readonly now: Date },
) {
  await transactionWithRetry(services.db, async (tx) => {
    const fan = await lockOwner(tx, fanId);
    const address = await deleteLinkedWallet(tx, fanId);
    if (address !== undefined) await tellOwner(tx, services, fan, { kind: 'walletUnlinked', address, now });
  });
  return { wallet: null };
}

type WalletChange = {
  readonly kind: 'walletLinked' | 'walletUnlinked';
  readonly address: WalletAddress;
  readonly now: Date;
};

/** Notifies the owner by mail too, because a thief with a session sees the notices in the app first. */
async function tellOwner(
  tx: Transaction<DB>,
  { keys, notifyOfWallet }: Pick<LinkServices, 'keys' | 'notifyOfWallet'>,
  { fanId, email, language }: WalletOwner,
  { kind, address, now }: WalletChange,
): Promise<void> {
  const at = now.toISOString();
  await notifyOfWallet(tx, { kind, fanId, subject: `${address} ${at}`, address, now });
  if (email === null) return;
  const content = { kind, at, wallet: `${address.slice(0, 6)}…${address.slice(-4)}` };
  await enqueueNotice(tx, keys, { to: email, language, content }, now);
}
