let grouped: Intl.NumberFormat | undefined;

/**
 * Formats `1234567` as `1,234,567`; both languages write it so. Whole numbers do without `Intl`, whose first use keeps
 * a phone from the first screen for a tenth of a second.
 */
export function formatNumber(value: number): string {
  if (Number.isSafeInteger(value)) return groupDigits(String(value));
  grouped ??= new Intl.NumberFormat('en-US');
  return grouped.format(value);
}

/** Groups digits by three, with or without a sign; also more digits than numbers carry. */
export function groupDigits(digits: string): string {
  const begin = digits.startsWith('-') ? 1 : 0;
  const end = begin + ((digits.length - begin) % 3 || 3);
  return digits.slice(0, end) + digits.slice(end).replaceAll(/\d{3}/g, ',$&');
}
