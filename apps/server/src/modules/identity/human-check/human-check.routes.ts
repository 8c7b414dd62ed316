import type { FastifyInstance } from 'fastify';
import { createServerKeys } from '#/config/server-keys.ts';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { createAltcha, type HumanCheck, createRecaptcha } from './human-check.ts';

export function humanCheckRoutes(server: FastifyInstance, check: HumanCheck): void {
  handle(
    server,
    'GET /wallet/api/v1/user/humanCheckChallenge',
    async () => {
      if (!check.challenge) throw new Refusal('NOT_FOUND');
      return { challenge: await check.challenge() };
    },
    // A challenge costs milliseconds of CPU, so the call is rate-limited.
    { rate: 'signUp' },
  );
}

/** Creates the configured provider: reCAPTCHA when it has keys, else the built-in proof of work. */
export function createHumanCheck({ settings, clock, log }: Pick<Services, 'settings' | 'clock' | 'log'>): HumanCheck {
  const { recaptcha, publicUrl, serverSecret, humanCheckWork } = settings;
  if (!recaptcha) return createAltcha({ clock, keys: createServerKeys(serverSecret), most: humanCheckWork });
  const { secret, verifyUrl } = recaptcha;
  return createRecaptcha({ clock, log, secret, verifyUrl, hostname: new URL(publicUrl).hostname });
}
