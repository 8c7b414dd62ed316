import { Worker } from 'node:worker_threads';
import { createSemaphore } from '#/lib/turns.ts';
import type { VideoFacts, VideoFault } from './video.rules.ts';
import { machineClock } from '#/lib/clock.ts';

/** The facts of a file, or why it is no acceptable video. */
export type Inspection = { readonly facts: VideoFacts } | { readonly fault: VideoFault };

/** A minute of video takes a moment; a file crafted to take longer is given up. */
const mostMs = 15_000;
/** They limit the thread's JavaScript heap. File bytes are outside; boxes too large to load are refused first. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** One core at a time, because votes need the other. */
const inTurn = createSemaphore(1, 1000);

/**
 * Inspects a fan's file by its content, in a thread that can be terminated. What takes too long, or too much memory, is
 * `unreadable`.
 * @throws the system's error for a missing file
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
          timer.cancel();
          void worker.terminate();
          settle();
        };
        const timer = machineClock.after(most, () => end(() => resolve({ fault: 'unreadable' })));
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
