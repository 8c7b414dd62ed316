import type { Language } from '@lightstick/contract';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from '#/http/caller.ts';
import {
  endSignInsOf,
  proveByCode,
  proveWallet,
  readLeaver,
  requestDeletion,
  spendWalletProof,
  type UseProof,
} from '#/modules/identity/index.ts';
import { enqueueNotice } from '#/modules/mail/index.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { erasesAt, isConfirmedBy } from './account-deletion.rules.ts';

export type DeletionServices = Pick<Services, 'db' | 'sessions' | 'settings'> &
  Parameters<typeof proveWallet>[0] & { readonly keys: ServerKeys };

export type DeletionRequest = {
  readonly fan: Fan;
  /** The fan's own code as typed. */
  readonly confirm: string;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly signature: string | undefined;
  readonly language: Language;
  /** The device id that the client sends. */
  readonly deviceId: string | undefined;
  readonly now: Date;
};

/**
 * Schedules an account's deletion after the grace period, ends all sessions and mails the date. A refusal changes only
 * the count of wrong guesses. Throws Refusal UNAUTHENTICATED when the account is deleted already.
 */
export async function deleteAccount(services: DeletionServices, wish: DeletionRequest) {
  const { db, keys, sessions } = services;
  const { fan, language, now } = wish;
  const leaver = await readLeaver(db, fan.id);
  if (!isConfirmedBy(wish.confirm, leaver.fanCode)) throw new Refusal('CONFIRMATION_WRONG');
  const useProof = await prove(services, wish, leaver.email);
  const goesAt = erasesAt(now);

  const ended = await transactionWithRetry(db, async (tx) => {
    await useProof(tx);
    if (!(await requestDeletion(tx, fan.id, now))) throw new Refusal('UNAUTHENTICATED');
    if (leaver.email !== null) {
      const content = {
        kind: 'accountDeletionRequested',
        at: now.toISOString(),
        erasesAt: goesAt.toISOString(),
      } as const;
      await enqueueNotice(tx, keys, { to: leaver.email, language, content }, now);
    }
    return endSignInsOf(tx, fan.id, now);
  });
  for (const tokenHash of ended) sessions.forget(tokenHash);
  return { erasesAt: goesAt.toISOString() };
}

/** Verifies the code or signature, and returns the function that consumes it. */
async function prove(
  services: DeletionServices,
  { fan, code, message, signature, deviceId, now }: DeletionRequest,
  email: string | null,
): Promise<UseProof> {
  if (code !== undefined && email !== null) {
    return proveByCode(services, email, { code, purpose: 'deleteAccount', fanId: fan.id, deviceId, now });
  }
  if (message !== undefined && signature !== undefined) {
    const proof = await proveWallet(services, { fanId: fan.id, purpose: 'leave', message, signature, now });
    return (tx) => spendWalletProof(tx, proof);
  }
  throw email === null ? signatureMissing() : codeMissing();
}

function codeMissing(): Refusal {
  return new Refusal('REQUEST_INVALID', {
    field: 'code',
    expected: { en_US: 'is missing; it must be the code sent by email', zh_TW: '缺少此欄位，必須是郵件中的驗證碼' },
  });
}

function signatureMissing(): Refusal {
  return new Refusal('REQUEST_INVALID', {
    field: 'signature',
    expected: {
      en_US: 'is missing; this account has no email, so its wallet must sign',
      zh_TW: '缺少此欄位，這個帳號沒有電子郵件，必須由錢包簽署',
    },
  });
}
