import { expect, test, vi } from 'vitest';
import { runInWorker, WorkerMissingError } from './run-in-worker.ts';

/** Imitates a browser's worker and how it ends. */
function testWorker(act: (worker: EventTarget, input: unknown) => void) {
  const terminate = vi.fn<() => void>();
  const events = new EventTarget();
  const worker = Object.assign(events, { terminate, postMessage: (input: unknown) => act(events, input) });
  return { worker: worker as unknown as Worker, terminate };
}

const messageOf = (data: unknown) => Object.assign(new Event('message'), { data });

test('a worker gets its input, answers, and ends', async () => {
  const { worker, terminate } = testWorker((target, input) => target.dispatchEvent(messageOf({ result: [input] })));
  await expect(runInWorker(worker, 'input')).resolves.toEqual(['input']);
  expect(terminate).toHaveBeenCalledOnce();
});

test('a worker that fails, is not there or is no longer wanted ends with its error', async () => {
  const failing = testWorker((target) => target.dispatchEvent(messageOf({ reason: 'Error: odd' })));
  await expect(runInWorker(failing.worker, 1)).rejects.toThrow('Error: odd');
  const missing = testWorker((target) => target.dispatchEvent(new Event('error')));
  await expect(runInWorker(missing.worker, 1)).rejects.toThrow(WorkerMissingError);
  const unwanted = testWorker(() => undefined);
  await expect(runInWorker(unwanted.worker, 1, AbortSignal.abort())).rejects.toThrow('No longer wanted.');
  for (const { terminate } of [failing, missing, unwanted]) expect(terminate).toHaveBeenCalledOnce();
});
