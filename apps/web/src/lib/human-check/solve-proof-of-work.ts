import type { Challenge, Solution } from 'altcha-lib';
import { call } from '../api/call.ts';
import { LibraryMissingError } from './human-check-error.ts';

type Outcome = { solution: Solution | null; reason?: string };

function solveInWorker(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL('./challenge.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Outcome>) => {
      if (data.solution) resolve(data.solution);
      else reject(new Error(data.reason ?? 'The challenge was not solved in time.'));
    });
    worker.addEventListener('error', ({ message }: Partial<ErrorEvent>) => {
      // An error event without message means that the worker could not be loaded.
      reject(message ? new Error(message) : new LibraryMissingError('The worker could not be loaded.'));
    });
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/** Fetches a challenge, does its work and returns the token that the server verifies: base64 of challenge and solution. */
export async function solveProofOfWork(): Promise<string> {
  const { challenge } = await call('GET /wallet/api/v1/user/humanCheckChallenge', {});
  const solution = await solveInWorker(challenge as unknown as Challenge);
  return btoa(JSON.stringify({ challenge, solution }));
}
