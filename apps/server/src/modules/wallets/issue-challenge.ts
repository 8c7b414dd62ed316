import type { Services } from '#/services.ts';
import { challengeMessage, type ChallengePurpose, challengeValidMs, randomNonce } from './challenge.rules.ts';
import type { WalletAddress } from './challenge.rules.ts';
import { insertChallenge } from './challenge.store.ts';

type ChallengeWish = {
  readonly purpose: ChallengePurpose;
  readonly address: WalletAddress;
  readonly fanId: number | null;
  readonly now: Date;
};

/** Writes a message for a wallet to sign, and keeps it: what is signed is held against this copy only. */
export async function issueChallenge({ db, settings }: Pick<Services, 'db' | 'settings'>, wish: ChallengeWish) {
  const { purpose, address, fanId, now } = wish;
  const expiresAt = new Date(now.getTime() + challengeValidMs);
  const { publicUrl } = settings;
  const message = challengeMessage({ purpose, address, publicUrl, nonce: randomNonce(), issuedAt: now, expiresAt });
  await insertChallenge(db, { message, purpose, address, fanId, createdAt: now, expiresAt });
  return { message, expiresAt: expiresAt.toISOString() };
}
