import type { Entry } from './pack.ts';
import type { PackTime } from './pack-time.ts';
import type { Problem } from './problem.ts';
import type { Path } from './yaml-file.ts';

/** A duration and a date cannot be put into an order before the pack is applied, so they may not stand together. */
export function orderProblems(
  problem: Entry<unknown>['problem'],
  { opens, closes, path }: { opens: PackTime | undefined; closes: PackTime | undefined; path: Path },
): Problem[] {
  if (!opens || !closes) return [];
  if (opens.kind !== closes.kind) {
    return [problem(path, 'is not written the way opensAt is; expected both as durations or both as dates')];
  }
  return closes.ms > opens.ms ? [] : [problem(path, 'is not after opensAt; expected a later time')];
}
