import type { Challenge, Solution } from 'altcha-lib';
import { call } from '../api/call.ts';
import { runInWorker, WorkerMissingError } from '../run-in-worker.ts';
import { LibraryMissingError } from './human-check-error.ts';

/** @throws LibraryMissingError when the worker's script does not load */
async function solveInWorker(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL('./challenge.worker.ts', import.meta.url), { type: 'module' });
  const solution = await runInWorker<Solution | null>(worker, challenge).catch((error: unknown) => {
    throw error instanceof WorkerMissingError ? new LibraryMissingError(error.message) : error;
  });
  if (!solution) throw new Error('The challenge was not solved in time.');
  return solution;
}

/** Fetches a challenge, does its work and returns the token that the server verifies: base64 of challenge and solution. */
export async function solveProofOfWork(): Promise<string> {
  const { challenge } = await call('GET /wallet/api/v1/user/humanCheckChallenge', {});
  const solution = await solveInWorker(challenge as unknown as Challenge);
  return btoa(JSON.stringify({ challenge, solution }));
}
