import { type HumanCheck, HumanCheckError, LibraryMissingError } from './human-check-error.ts';

const attempts = 4;

/**
 * Proves to the server that a person is likely here, by the provider that the deployment has set. Each provider loads
 * only when it is needed. Throws `HumanCheckError` when four attempts have failed.
 */
export async function humanCheckToken(check: HumanCheck, action: string): Promise<string> {
  let cause: unknown;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await tokenOf(check, action);
    } catch (error) {
      cause = error;
    }
  }
  throw new HumanCheckError(check.provider, cause);
}

async function tokenOf(check: HumanCheck, action: string): Promise<string> {
  if (check.provider === 'recaptcha') {
    const { recaptchaToken } = await loadPart(import('./recaptcha.ts'));
    return recaptchaToken(check.siteKey ?? '', action);
  }
  const { solveProofOfWork } = await loadPart(import('./solve-proof-of-work.ts'));
  return solveProofOfWork();
}

async function loadPart<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw new LibraryMissingError('A part of the human check could not be loaded.', { cause });
  }
}
