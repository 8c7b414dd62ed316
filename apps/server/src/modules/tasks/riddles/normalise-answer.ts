import { Converter as TraditionalConverter } from 'opencc-js/cn2t';
import { Converter as SimplifiedConverter } from 'opencc-js/t2cn';

type Conversion = (text: string) => string;

/** The dictionaries take a moment to be built, so that is left until somebody answers in Chinese. */
let conversion: Conversion | undefined;

/**
 * One spelling for all forms of a character. Simplified ones become traditional ones; but traditional Chinese has several
 * forms of some characters too (台 and 臺, 裡 and 裏), so all are led through the simplified form, where they meet.
 */
function inTraditional(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text;
  if (!conversion) {
    const simplified = SimplifiedConverter({ from: 't', to: 'cn' });
    const traditional = TraditionalConverter({ from: 'cn', to: 't' });
    conversion = (written) => traditional(simplified(written));
  }
  return conversion(text);
}

/**
 * An answer as it is compared: two answers are the same when this makes the same of them. Case, width, spaces,
 * punctuation, symbols and the forms of Chinese characters make no difference; letters, digits and accents do.
 *
 * @returns an empty text when there is no letter or digit in the answer
 */
export function normaliseAnswer(answer: string): string {
  // Lower case can take letters apart that stand for one, so the composed form is made again after it.
  const folded = answer.normalize('NFKC').toLowerCase().normalize('NFKC');
  return inTraditional(folded.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, ''));
}
