import { errorTexts, type Language } from '@lightstick/contract';
import type { ErrorParameter, Refusal } from '#/errors.ts';

const numbers: Readonly<Record<Language, Intl.NumberFormat>> = {
  en_US: new Intl.NumberFormat('en-US'),
  zh_TW: new Intl.NumberFormat('zh-TW'),
};

/** A parameter by its name, or one of two words by a parameter's number. */
const blank = /\{(\w+)(?:: (.+?) \| (.+?))?\}/g;

/**
 * The words of a refusal in a language.
 *
 * @throws Error when a word in braces has no parameter: whoever refused forgot it.
 */
export function errorText({ reason, parameters }: Pick<Refusal, 'reason' | 'parameters'>, language: Language): string {
  return errorTexts[reason][language].replaceAll(blank, (_, name: string, one?: string, other?: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`The refusal ${reason} was thrown without its parameter ${name}`);
    if (one === undefined || other === undefined) return inWords(value, language);
    return value === 1 ? one : other;
  });
}

function inWords(value: ErrorParameter, language: Language): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? numbers[language].format(value) : value[language];
}
