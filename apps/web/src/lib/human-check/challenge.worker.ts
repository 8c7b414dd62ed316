import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha';
import { answerFromWorker } from '../run-in-worker.ts';

/** Solves one proof of work off the main thread and posts the solution, or null when it took too long. */
answerFromWorker(async (challenge: Challenge) =>
  solveChallenge({ challenge, deriveKey: await functionFor(challenge.parameters.algorithm) }),
);

async function functionFor(algorithm: string): Promise<DeriveKeyFunction> {
  if (!globalThis.crypto.subtle) return (await import('./derive-in-javascript.ts')).deriveInJavascript;
  return algorithm.startsWith('PBKDF2/') ? derivePbkdf2 : deriveSha;
}
