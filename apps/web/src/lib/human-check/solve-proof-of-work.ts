import type { Challenge, Solution } from 'altcha-lib';
import { call } from '../api/call.ts';

type Outcome = { solution: Solution | null; reason?: string };

function solveInWorker(challenge: Challenge, signal: AbortSignal | undefined): Promise<Solution> {
  const worker = new Worker(new URL('./challenge.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Outcome>) => {
      if (data.solution) resolve(data.solution);
      else reject(new Error(data.reason ?? 'The challenge was not solved in time.'));
    });
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    signal?.addEventListener('abort', () => reject(new DOMException('Given up.', 'AbortError')));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/** Fetches a challenge, does its work and returns the token that the server verifies: base64 of challenge and solution. */
export async function solveProofOfWork(signal?: AbortSignal): Promise<string> {
  const options = signal ? { signal } : {};
  const { challenge } = await call('GET /wallet/api/v1/user/humanCheckChallenge', {}, options);
  const solution = await solveInWorker(challenge as unknown as Challenge, signal);
  return btoa(JSON.stringify({ challenge, solution }));
}
