/** A whole amount between 1 and `max`; 1 also when nothing sensible was typed or nothing can be had. */
export function clampAmount(value: number, max: number): number {
  if (!Number.isFinite(value)) return 1;
  return Math.max(1, Math.min(Math.trunc(value), Math.max(1, max)));
}
