const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  minimumFractionDigits: 1,
});

/** A part of a whole from 0 to 1: `0.0623` as `6.2%`; both languages write it so. */
export function formatShare(share: number): string {
  return percent.format(share);
}
