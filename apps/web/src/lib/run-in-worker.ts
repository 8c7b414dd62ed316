/** A worker's message: its result, or why there is none. */
type WorkerOutcome<Output> = { readonly result: Output } | { readonly reason: string };

/** The script of a worker could not be loaded. */
export class WorkerMissingError extends Error {}

/**
 * Hands one input to a new worker, which answers by `answerFromWorker`:
 * - The worker ends with its answer, its error and the signal.
 * - Throws WorkerMissingError when its script does not load, AbortError when the signal aborts, else the worker's error.
 */
export function runInWorker<Output>(worker: Worker, input: unknown, signal?: AbortSignal): Promise<Output> {
  return new Promise<Output>((resolve, reject) => {
    const abort = () => reject(new DOMException('No longer wanted.', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerOutcome<Output>>) => {
      if ('result' in data) resolve(data.result);
      else reject(new Error(data.reason));
    });
    // An error event without message means that the script was not loaded.
    worker.addEventListener('error', ({ message }: Partial<ErrorEvent>) =>
      reject(message ? new Error(message) : new WorkerMissingError('The worker could not be loaded.')),
    );
    worker.postMessage(input);
  }).finally(() => worker.terminate());
}

/** Answers in a worker's script each input by what `run` makes of it, or by the message of its error. */
export function answerFromWorker(run: (input: never) => unknown): void {
  const answer = async (input: never): Promise<WorkerOutcome<unknown>> => ({ result: await run(input) });
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    void answer(data as never)
      .catch((error: unknown) => ({ reason: String(error) }))
      .then((outcome) => postMessage(outcome));
  });
}
