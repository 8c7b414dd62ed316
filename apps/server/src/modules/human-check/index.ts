import type { Services } from '#/services.ts';
import { createServerKeys } from '#/server-keys.ts';
import { createAltcha } from './altcha.ts';
import type { HumanCheck } from './human-check.ts';
import { createRecaptcha } from './recaptcha.ts';

export { createAltcha } from './altcha.ts';
export type { HumanCheck } from './human-check.ts';
export { humanCheckRoutes } from './human-check.routes.ts';
export { deleteLapsedUses } from './human-check.store.ts';
export { createRecaptcha } from './recaptcha.ts';
export { proveHuman, spendProof } from './spend-proof.ts';

/** The provider the settings ask for: reCAPTCHA when it has keys, else the built-in proof of work. */
export function createHumanCheck({ settings, clock, log }: Pick<Services, 'settings' | 'clock' | 'log'>): HumanCheck {
  const { recaptcha, publicUrl, serverSecret, humanCheckWork } = settings;
  if (!recaptcha) return createAltcha({ clock, keys: createServerKeys(serverSecret), most: humanCheckWork });
  const { secret, verifyUrl } = recaptcha;
  return createRecaptcha({ clock, log, secret, verifyUrl, hostname: new URL(publicUrl).hostname });
}
