export type Played = {
  /** How many kinds of faults were dealt. */
  readonly played: number;
  /** The kinds that this machine cannot deal. */
  readonly skipped: readonly string[];
  /** What did not hold, a line each. */
  readonly failures: readonly string[];
  /** The output of a passing CI run is not read, so nothing may be skipped there. */
  readonly isCi: boolean;
};

/** Writes the last words of a run, and whether it ends well. Skipped kinds have shown nothing. */
export function verdict({ played, skipped, failures, isCi }: Played): { line: string; endsWell: boolean } {
  const left = skipped.length === 0 ? '' : ` SKIPPED, so not shown: ${skipped.join(', ')}.`;
  if (failures.length > 0)
    return { line: `FAILED:\n${failures.join('\n')}${left && `\n${left.trim()}`}`, endsWell: false };
  if (played === 0) return { line: `FAILED: nothing was played.${left}`, endsWell: false };
  const line = `Nothing answered was lost, nothing was counted twice, and every invariant holds.${left}`;
  return { line, endsWell: skipped.length === 0 || !isCi };
}
