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
    const share = all === 0 ? 1 : done / all;
    const seconds = (machineClock.monotonicMs() - startedMs) / 1000;
    const left = share >= 0.05 ? `, ${duration((seconds * (1 - share)) / share)} left` : '';
    return `${Math.floor(share * 100)} %, ${megabytes(done)} of ${megabytes(all)} MB${left}`;
  }

  return {
    show(done, all) {
      if (stderr.isTTY) {
        if (machineClock.monotonicMs() - drawnMs < redrawMs) return;
        drawnMs = machineClock.monotonicMs();
        const filled = Math.round((barWidth * done) / Math.max(1, all));
        stderr.write(`\r\u001B[K${subject} [${'#'.repeat(filled).padEnd(barWidth)}] ${describe(done, all)}`);
        return;
      }
      if (done * linesInAll < nextLine * all) return;
      nextLine = Math.floor((done * linesInAll) / Math.max(1, all)) + 1;
      stderr.write(`${subject}: ${describe(done, all)}\n`);
    },
    [Symbol.dispose]() {
      if (stderr.isTTY) stderr.write('\r\u001B[K');
    },
  };
}

function megabytes(bytes: number): string {
  return String(Math.round(bytes / 1e6));
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
