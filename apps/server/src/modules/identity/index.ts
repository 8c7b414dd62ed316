import { createServerKeys } from '#/config/server-keys.ts';
import type { Job } from '#/jobs/job.ts';
import { createAltcha } from './human-check/altcha.ts';
import type { HumanCheck } from './human-check/human-check.ts';
import { createRecaptcha } from './human-check/recaptcha.ts';
import { removeAvatarFileJob, sweepAvatarsJob } from './profiles/avatar-files.ts';
import type { Services } from '#/services.ts';

export { walletPersonalData, profilePersonalData, accountPersonalData } from './personal-data.ts';
export { proveWallet, spendWalletProof, type WalletProof } from './wallets/prove-wallet.ts';
export { sweepWalletChallengesJob, sweepAccountsJob } from './sweep-jobs.ts';
export { walletRoutes } from './wallets/wallets.routes.ts';
export { profileRoutes } from './profiles/profiles.routes.ts';

/** What becomes of pictures that no fan shows any more. */
export function profileJobs(services: Pick<Services, 'db' | 'clock' | 'settings'>): Job[] {
  return [removeAvatarFileJob(services), sweepAvatarsJob(services)];
}

export { createAltcha } from './human-check/altcha.ts';
export { type HumanCheck, deleteLapsedUses, proveHuman, spendProof } from './human-check/human-check.ts';
export { humanCheckRoutes } from './human-check/human-check.routes.ts';
export { createRecaptcha } from './human-check/recaptcha.ts';

/** The provider the settings ask for: reCAPTCHA when it has keys, else the built-in proof of work. */
export function createHumanCheck({ settings, clock, log }: Pick<Services, 'settings' | 'clock' | 'log'>): HumanCheck {
  const { recaptcha, publicUrl, serverSecret, humanCheckWork } = settings;
  if (!recaptcha) return createAltcha({ clock, keys: createServerKeys(serverSecret), most: humanCheckWork });
  const { secret, verifyUrl } = recaptcha;
  return createRecaptcha({ clock, log, secret, verifyUrl, hostname: new URL(publicUrl).hostname });
}

export { accountRoutes } from './identity.routes.ts';
export { readUserInfo, type UserInfo } from './fan.view.ts';
export { addFan, inviterOf } from './add-fan.ts';
export { checkCode, guessAt, useCode } from './mail-code.store.ts';
export { ownCredentials, makeFormerFan } from './fan.store.ts';
export { randomNickname, isReservedNickname } from './fan.rules.ts';
export { moveToEmail } from './change-email.ts';
export { clearRefreshTokenCookie, refreshTokenCookie } from './refresh-token.ts';
export { beginSignIn, endSignInsOf } from './sessions.ts';
