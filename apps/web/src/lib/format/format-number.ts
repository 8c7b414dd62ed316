const grouped = new Intl.NumberFormat('en-US');

/** `1234567` as `1,234,567`; both languages write it so. */
export function formatNumber(value: number): string {
  return grouped.format(value);
}
