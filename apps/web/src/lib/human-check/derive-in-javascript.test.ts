import { type Challenge, createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, it } from 'vitest';
import { deriveInJavascript } from './derive-in-javascript.ts';

const secrets = { hmacSignatureSecret: 'a secret', hmacKeySignatureSecret: 'another secret' };

it('A proof of work that is solved without WebCrypto is accepted.', async () => {
  const challenge: Challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 50,
    counter: 7,
    deriveKey,
    ...secrets,
  });
  const solution = await solveChallenge({ challenge, deriveKey: deriveInJavascript });
  if (!solution) throw new Error('The challenge was not solved in time');
  expect(solution.counter).toBe(7);
  expect(await verifySolution({ challenge, solution, deriveKey, ...secrets })).toMatchObject({ verified: true });
});
