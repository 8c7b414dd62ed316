import type { ErrorName, Language } from '@lightstick/contract';

/** What fills a word in braces of an error text. Words differ by language, numbers are written as the language does. */
export type ErrorParameter = string | number | Readonly<Record<Language, string>>;

/**
 * A refusal the caller should understand. It is answered with its code, its status (`SystemErrorStatus`, else 200) and
 * its words in the caller's language. Anything else that throws is a bug and is reported as INTERNAL.
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
