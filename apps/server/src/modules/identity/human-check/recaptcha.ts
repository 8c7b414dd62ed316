import * as z from 'zod';
import type { Clock } from '#/lib/clock.ts';
import { noAddress } from '#/lib/network-of.ts';
import type { Log } from '#/log.ts';
import type { HumanCheck, HumanCheckContext } from './human-check.ts';

/**
 * The response of siteverify (developers.google.com/recaptcha/docs/verify); `action` and `score` come with version 3.
 */
const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  score: z.number().optional(),
  'error-codes': z.array(z.string()).optional(),
});
type Verdict = z.output<typeof verdict>;

/** Google's recommended initial value. */
const leastScore = 0.5;

/** Google's tokens live two minutes; used ones are stored longer than that. */
const rememberForMs = 10 * 60_000;

type RecaptchaParts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  /** The host on which the page must have been solved. */
  readonly hostname: string;
  /** Google's URL; tests replace it. */
  readonly verifyUrl?: string | undefined;
  readonly timeoutMs?: number;
};

/** The human check by Google reCAPTCHA. It fails closed and logs the cause when Google is unreachable. */
export function createRecaptcha({
  clock,
  log,
  secret,
  hostname,
  verifyUrl = 'https://www.google.com/recaptcha/api/siteverify',
  timeoutMs = 5_000,
}: RecaptchaParts): HumanCheck {
  async function ask(token: string, address: string): Promise<Verdict> {
    const body = new URLSearchParams({ secret, response: token });
    if (address !== noAddress) body.set('remoteip', address);
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`reCAPTCHA answered with status ${response.status}`);
    return verdict.parse(await response.json());
  }

  function convinces(answer: Verdict, context: HumanCheckContext): boolean {
    return (
      answer.success &&
      answer.hostname === hostname &&
      (answer.action === undefined || answer.action === context.action) &&
      (answer.score === undefined || answer.score >= leastScore)
    );
  }

  return {
    async verify(token, context) {
      try {
        const answer = await ask(token, context.address);
        if (convinces(answer, context)) {
          return { identity: `recaptcha ${token}`, expiresAt: new Date(clock.now().getTime() + rememberForMs) };
        }
        const { 'error-codes': errors, hostname: solvedOn, action, score } = answer;
        log.info({ errors, solvedOn, action, score }, 'a human check did not convince');
      } catch (error) {
        log.error({ err: error }, 'reCAPTCHA could not be asked');
      }
      return undefined;
    },
  };
}
