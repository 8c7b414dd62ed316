let grouped: Intl.NumberFormat | undefined;

/**
 * `1234567` as `1,234,567`; both languages write it so. Whole numbers do without `Intl`, whose first use keeps a phone from
 * the first screen for a tenth of a second.
 */
export function formatNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  grouped ??= new Intl.NumberFormat('en-US');
  return grouped.format(value);
}
