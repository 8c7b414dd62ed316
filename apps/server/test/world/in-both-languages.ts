/** A text of content as the database keeps it. The Chinese one names the English one, so that a test can tell them apart. */
export function inBothLanguages(english: string): string {
  return JSON.stringify({ en_US: english, zh_TW: `${english}（中文）` });
}
