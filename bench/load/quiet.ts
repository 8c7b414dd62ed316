import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const sampleMs = 300;
/** The share of the processors' time that must be idle; server and generator without work need next to none. */
const quietShare = 0.85;
const patienceMs = 20_000;

/**
 * Waits until the machine does nothing else, for a while.
 *
 * @returns whether it came to be quiet.
 */
export async function waitUntilQuiet(): Promise<boolean> {
  const giveUpMs = performance.now() + patienceMs;
  while (performance.now() < giveUpMs) {
    if ((await idleShare()) >= quietShare) return true;
  }
  return false;
}

async function idleShare(): Promise<number> {
  const before = readProcessorTime();
  await sleep(sampleMs);
  const after = readProcessorTime();
  return (after.idle - before.idle) / (after.all - before.all);
}

/** Reads the processor time since the machine was started, in milliseconds over all cores. */
function readProcessorTime(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return { idle: sum(times.map((one) => one.idle)), all: sum(times.flatMap((one) => Object.values(one))) };
}
