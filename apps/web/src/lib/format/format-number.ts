const grouped = new Intl.NumberFormat('en-US');

/** `1234567` as `1,234,567`; both languages write it so. */
export function formatNumber(value: number): string {
  return grouped.format(value);
}

/** A change with its sign, `+3` or `−3` with a real minus; `0` without. */
export function formatSigned(value: number): string {
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '−'}${formatNumber(Math.abs(value))}`;
}
