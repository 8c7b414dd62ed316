import { Converter as TraditionalConverter } from 'opencc-js/cn2t';
import { Converter as SimplifiedConverter } from 'opencc-js/t2cn';

type Conversion = (text: string) => string;

/** Building the dictionaries takes a moment, so it waits for the first Chinese text. */
let conversion: Conversion | undefined;

/**
 * Gives all variants of a character one form. Traditional Chinese has variants too (台 and 臺, 裡 and 裏), so all
 * characters are converted to simplified ones first, where they coincide.
 */
export function inTraditional(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text;
  if (!conversion) {
    const simplified = SimplifiedConverter({ from: 't', to: 'cn' });
    const traditional = TraditionalConverter({ from: 'cn', to: 't' });
    conversion = (written) => traditional(simplified(written));
  }
  return conversion(text);
}

/**
 * Writes the form in which texts of fans are compared: answers of riddles, messages of a chat. Case, width, spaces,
 * punctuation, symbols and variants of Chinese characters do not matter; letters, digits and accents do.
 * @returns an empty text for one without letter or digit
 */
export function normaliseText(text: string): string {
  // Lower-casing may decompose letters, so they are composed again afterwards.
  const folded = text.normalize('NFKC').toLowerCase().normalize('NFKC');
  return inTraditional(folded.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, ''));
}
