import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha';

/** Solves one proof of work off the main thread and posts the solution, or null when it took too long. */
addEventListener('message', (event: MessageEvent<Challenge>) => {
  const challenge = event.data;
  const isPbkdf2 = challenge.parameters.algorithm.startsWith('PBKDF2/');
  const deriveKey: DeriveKeyFunction = isPbkdf2 ? derivePbkdf2 : deriveSha;
  solveChallenge({ challenge, deriveKey }).then(
    (solution) => postMessage({ solution }),
    (error: unknown) => postMessage({ solution: null, reason: String(error) }),
  );
});
