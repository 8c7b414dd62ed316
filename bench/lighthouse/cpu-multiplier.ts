type Point = { readonly benchmarkIndex: number; readonly multiplier: number };

/** The points of Lighthouse's own calibration sheet: how fast a machine is, and how much it must be slowed down. */
const sheet: readonly Point[] = [
  { benchmarkIndex: 150, multiplier: 1 },
  { benchmarkIndex: 800, multiplier: 2 },
  { benchmarkIndex: 1300, multiplier: 3 },
  { benchmarkIndex: 2000, multiplier: 6 },
];

/**
 * Returns by how much a machine must be slowed down to be as fast as a mid-range phone. Lighthouse's fixed factor of 4
 * suits one class of machines only; its authors publish this calibration (the Lighthouse CPU throttling calculator),
 * straight between the points of their sheet. Beyond the last one nothing was measured, so its factor of 6 is the
 * greatest.
 *
 * @param benchmarkIndex Lighthouse's measure of the machine, taken on it.
 */
export function cpuMultiplier(benchmarkIndex: number): number {
  const above = sheet.findIndex((point) => benchmarkIndex <= point.benchmarkIndex);
  const [from, to] = [sheet[above - 1], sheet[above]];
  if (!from || !to) return (above === 0 ? sheet[0] : sheet.at(-1))?.multiplier ?? 1;
  const part = (benchmarkIndex - from.benchmarkIndex) / (to.benchmarkIndex - from.benchmarkIndex);
  return from.multiplier + part * (to.multiplier - from.multiplier);
}
