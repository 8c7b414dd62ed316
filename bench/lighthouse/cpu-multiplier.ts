/** The points of Lighthouse's own calibration sheet: how fast a machine is, and how much it must be slowed down. */
const sheet = [
  { benchmarkIndex: 150, multiplier: 1 },
  { benchmarkIndex: 800, multiplier: 2 },
  { benchmarkIndex: 1300, multiplier: 3 },
  { benchmarkIndex: 2000, multiplier: 6 },
] as const;

/**
 * By how much a machine must be slowed down to be as fast as a mid-range phone. Lighthouse's fixed factor of 4 suits one
 * class of machines only; its authors publish this calibration (the Lighthouse CPU throttling calculator), straight
 * between the points of their sheet and beyond them.
 *
 * @param benchmarkIndex Lighthouse's measure of the machine, taken on it.
 */
export function cpuMultiplier(benchmarkIndex: number): number {
  const upper = Math.max(
    1,
    sheet.findIndex((point) => benchmarkIndex <= point.benchmarkIndex),
  );
  const to = sheet[benchmarkIndex > 2000 ? sheet.length - 1 : upper] ?? sheet[1];
  const from = sheet[sheet.indexOf(to) - 1] ?? sheet[0];
  const slope = (to.multiplier - from.multiplier) / (to.benchmarkIndex - from.benchmarkIndex);
  return Math.max(1, from.multiplier + (benchmarkIndex - from.benchmarkIndex) * slope);
}
