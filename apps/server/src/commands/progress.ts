import { machineClock } from '#/lib/clock.ts';

type ShownProgress = Disposable & { readonly show: (done: number, all: number) => void };

const redrawMs = 200;
/** Where lines are kept, ten of them tell enough. */
const linesInAll = 10;
const barWidth = 30;

/** Shows on standard error how far something has come: a bar with what is left on a terminal, a line now and then elsewhere. */
export function showProgress(subject: string): ShownProgress {
  const { stderr } = process;
  const startedMs = machineClock.monotonicMs();
  let drawnMs = Number.NEGATIVE_INFINITY;
  let nextLine = 0;

  function describe(done: number, all: number): string {
    const share = done / all;
    const seconds = (machineClock.monotonicMs() - startedMs) / 1000;
    const left = share >= 0.05 ? `, ${durationOf((seconds * (1 - share)) / share)} left` : '';
    return `${Math.floor(share * 100)} %, ${partOf(done, all)}${left}`;
  }

  return {
    show(done, all) {
      // The size is not known yet, or there is nothing to do.
      if (all === 0) return;
      if (stderr.isTTY) {
        if (machineClock.monotonicMs() - drawnMs < redrawMs) return;
        drawnMs = machineClock.monotonicMs();
        const filled = Math.round((barWidth * done) / all);
        stderr.write(`\r\u001B[K${subject} [${'#'.repeat(filled).padEnd(barWidth)}] ${describe(done, all)}`);
        return;
      }
      if (done * linesInAll < nextLine * all) return;
      nextLine = Math.floor((done * linesInAll) / all) + 1;
      stderr.write(`${subject}: ${describe(done, all)}\n`);
    },
    [Symbol.dispose]() {
      if (stderr.isTTY) stderr.write('\r\u001B[K');
    },
  };
}

/** Writes a part of some bytes in a unit in which the whole is at least ten. */
function partOf(bytes: number, all: number): string {
  const [unit, size] = all < 1e7 ? ['kB', 1e3] : ['MB', 1e6];
  return `${Math.round(bytes / size)} of ${Math.ceil(all / size)} ${unit}`;
}

/** Writes how long something lasts or is past, in the unit that tells most. */
export function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 90 * 60 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} hours`;
}
