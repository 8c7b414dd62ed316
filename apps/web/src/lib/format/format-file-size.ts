const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * Formats a number of bytes as phones show it: in steps of a thousand, with one decimal below ten, `8.4 MB` or `152
 * MB`.
 */
export function formatFileSize(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  const text = step > 0 && value < 9.95 ? value.toFixed(1) : String(Math.round(value));
  return `${text} ${units[step]}`;
}
