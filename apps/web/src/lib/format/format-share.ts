/** Formats a part of a whole from 0 to 1: `0.0623` as `6.2%`; both languages write it so. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
