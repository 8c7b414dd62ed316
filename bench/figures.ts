/** How figures are put into words, and which of several is the one to tell. */

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Returns the smallest of the numbers that is not exceeded by `percent` of them. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

export function count(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

export function ms(durationMs: number): string {
  return `${durationMs.toFixed(durationMs < 100 ? 1 : 0)} ms`;
}

export function seconds(duration: number): string {
  return `${Number(duration.toFixed(2))} s`;
}

/** Writes the median of some slices, with the smallest and the largest in brackets. */
export function spread(numbers: readonly number[], say: (number: number) => string): string {
  return `${say(median(numbers))} (${say(Math.min(...numbers))}–${say(Math.max(...numbers))})`;
}

/** Says whether a ratio is at least the aim. */
export function atLeast(ratio: number, aim: number): string {
  return `≥ ${aim} is ${ratio >= aim ? 'met' : 'missed'} with ${ratio.toFixed(2)}`;
}

/** Says whether a figure is at most the aim. */
export function atMost(figure: number, aim: number, say: (number: number) => string): string {
  return `≤ ${say(aim)} is ${figure <= aim ? 'met' : 'missed'} with ${say(figure)}`;
}

/** Counts the codes of refused calls. */
export function refusalsInWords(codes: readonly number[]): string {
  const byCode = Map.groupBy(codes, (code) => code);
  return [...byCode].map(([code, all]) => `${count(all.length)} with code ${code}`).join(', ') || 'none';
}
