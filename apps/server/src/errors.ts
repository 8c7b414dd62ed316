import { type ErrorName, type Language, errorTexts } from '@lightstick/contract';

/** The value of a placeholder in an error text. Words differ by language; numbers are formatted for it. */
export type ErrorParameter = string | number | Readonly<Record<Language, string>>;

/**
 * A refusal that the caller should understand, answered with its code, status (`SystemErrorStatus`, else 200) and text in
 * the caller's language. Any other error is a bug and becomes INTERNAL.
 */
export class Refusal extends Error {
  readonly reason: ErrorName;
  readonly parameters: Readonly<Record<string, ErrorParameter>>;

  constructor(reason: ErrorName, parameters: Readonly<Record<string, ErrorParameter>> = {}) {
    super(reason);
    this.name = 'Refusal';
    this.reason = reason;
    this.parameters = parameters;
  }
}

const numbers: Readonly<Record<Language, Intl.NumberFormat>> = {
  en_US: new Intl.NumberFormat('en-US'),
  zh_TW: new Intl.NumberFormat('zh-TW'),
};

/** A placeholder for a parameter, or for one of two words by a parameter's number. */
const blank = /\{(\w+)(?:: (.+?) \| (.+?))?\}/g;

/**
 * Returns the text of a refusal in a language.
 * @throws Error when a placeholder has no parameter
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
