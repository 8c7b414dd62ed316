import type { Contract, DataOf } from '@lightstick/contract';

type HumanCheck = DataOf<Contract['GET /config']>['humanCheck'];

const attempts = 4;

/** No token after four attempts; the cause is the last failure. */
export class HumanCheckError extends Error {
  override readonly name = 'HumanCheckError';
}

/**
 * Proves to the server that a person is likely here, by the provider that the deployment has set. Each provider loads
 * only when it is needed.
 */
export async function humanCheckToken(check: HumanCheck, action: string, signal?: AbortSignal): Promise<string> {
  let cause: unknown;
  for (let attempt = 1; attempt <= attempts && !signal?.aborted; attempt += 1) {
    try {
      return await tokenOf(check, action, signal);
    } catch (error) {
      cause = error;
    }
  }
  throw new HumanCheckError(`No human-check token after ${attempts} attempts.`, { cause });
}

async function tokenOf(check: HumanCheck, action: string, signal: AbortSignal | undefined): Promise<string> {
  if (check.provider === 'recaptcha') {
    const { recaptchaToken } = await import('./recaptcha.ts');
    return recaptchaToken(check.siteKey ?? '', action);
  }
  const { solveProofOfWork } = await import('./solve-proof-of-work.ts');
  return solveProofOfWork(signal);
}
