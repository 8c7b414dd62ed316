import { Worker } from 'node:worker_threads';
import { createSemaphore } from '#/lib/semaphore.ts';
import type { VideoFacts, VideoFault } from './video.rules.ts';

/** What a file is, or why it is no video that can be judged. */
export type Inspection = { readonly facts: VideoFacts } | { readonly fault: VideoFault };

/** A minute of video is read in a moment; a file that was made to take for ever is given up. */
const mostMs = 15_000;
/** They hold the thread's JavaScript objects alone. The bytes of a file lie elsewhere; boxes too large to load are refused first. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** One core at a time: votes have to be counted meanwhile. */
const inTurn = createSemaphore(1, 1000);

/**
 * Reads what a file of a fan is, by its content alone, in a thread of its own that can be ended. What takes too long or
 * too much memory, or would, is `unreadable`.
 *
 * @throws what the system says of a file that is not there.
 */
export function inspectVideo(path: string, most = mostMs): Promise<Inspection> {
  return inTurn(
    () =>
      new Promise<Inspection>((resolve, reject) => {
        const worker = new Worker(new URL('./inspect-video-worker.ts', import.meta.url), {
          workerData: { path },
          resourceLimits,
        });
        const end = (settle: () => void) => {
          clearTimeout(timer);
          void worker.terminate();
          settle();
        };
        const timer = setTimeout(() => end(() => resolve({ fault: 'unreadable' })), most);
        worker.once('message', (inspection: Inspection) => end(() => resolve(inspection)));
        worker.once('error', (error) =>
          end(() => (isOutOfMemory(error) ? resolve({ fault: 'unreadable' }) : reject(error))),
        );
      }),
  );
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
