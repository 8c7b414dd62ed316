import { formatNumber } from '../format/format-number.ts';

/** A part of a compiled message: a text, `#`, or a placeholder with its format. */
export type Token =
  | string
  | readonly [name: string]
  | readonly [name: string, format: 'number']
  | readonly [name: string, format: 'plural', cases: Readonly<Record<string, readonly Token[] | string>>];

export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * Returns the plural form of a number: English has two, Chinese one. `Intl.PluralRules` takes long to start on a phone.
 */
function pluralForm(count: number, languageTag: string): 'one' | 'other' {
  return languageTag === 'en-US' && count === 1 ? 'one' : 'other';
}

/** Letters that run from right to left, such as Hebrew and Arabic. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns a name in the direction of its own script, so that it moves nothing beside it; most texts need nothing for
 * that.
 */
function isolate(value: string | number): string | number {
  return rightToLeft.test(`${value}`) ? `\u2068${value}\u2069` : value;
}

/**
 * Fills the placeholders of a compiled message. The build refuses other formats than these two (build/compiled-catalogues.ts),
 * so this replaces the run time of the library that compiles, which is ten times larger.
 */
export function composeMessage(
  tokens: readonly Token[] | string,
  values: MessageValues,
  languageTag: string,
  count?: number,
): string {
  if (typeof tokens === 'string') return tokens;
  const texts = tokens.map((token) => {
    if (typeof token === 'string') return token === '#' && count !== undefined ? formatNumber(count) : token;
    const [name, format, cases] = token;
    const value = values[name] ?? '';
    if (!format) return isolate(value);
    const amount = Number(value);
    if (!cases) return formatNumber(amount);
    const chosen = cases[`${amount}`] ?? cases[pluralForm(amount, languageTag)] ?? cases['other'] ?? '';
    return composeMessage(chosen, values, languageTag, amount);
  });
  return texts.join('');
}
