import { emailAddressIn } from '@lightstick/contract/email-address';
import { graphemeCount } from '@lightstick/contract/graphemes';
import { withPlainDigits } from '@lightstick/contract/typed-text';
import type { MessageValues } from '../i18n/compose-message.ts';
import type { MessageId } from '../i18n/i18n.ts';

/** The error of a field: a text with the field's label and the bound. */
export type FieldProblem = { readonly id: MessageId; readonly values: MessageValues };

/** The error of a value, if any. Only `required`, `chosen` and `accepted` reject an empty value. */
export type FieldRule = (value: string) => FieldProblem | undefined;

function present(id: MessageId): FieldRule {
  return (value) => (value === '' ? { id, values: {} } : undefined);
}

function rule(isRight: (value: string) => boolean, id: MessageId, values: MessageValues = {}): FieldRule {
  return (value) => (value === '' || isRight(value) ? undefined : { id, values });
}

/** Something must be there. */
export const required = present('form.required');

/** One of several things must be picked. */
export const chosen = present('form.chosen');

/** A box must be ticked; a ticked one has any value, an empty one none. */
export const accepted = present('form.accepted');

/** Refuses a value of spaces alone. */
export const notBlank = rule((value) => value.trim() !== '', 'form.whitespace');

/** Accepts one of a closed list, named in the problem as `options` have it. */
export function oneOf(options: readonly string[]): FieldRule {
  return rule((value) => options.includes(value), 'form.enum', { options: options.join(', ') });
}

/** Accepts an email address; whether it exists is proved by the code sent to it. */
export const emailAddress = rule((value) => emailAddressIn(value) !== undefined, 'form.type.email');

/** Accepts a web address with its scheme, so that it can be opened. */
export const webAddress = rule((value) => /^https?:$/.test(schemeOf(value)), 'form.type.url');

function schemeOf(address: string): string {
  try {
    return new URL(address.trim()).protocol;
  } catch {
    return '';
  }
}

/** Accepts a number, with or without decimals. */
export const decimal = rule((value) => Number.isFinite(numberIn(value)), 'form.type.number');

/** A number without a decimal mark. */
export const integer = rule(
  (value) => /^[^.]+$/.test(value) && Number.isSafeInteger(numberIn(value)),
  'form.type.integer',
);

/** Returns the typed number, in any width, with or without thousands marks in their places. `NaN` for anything else. */
function numberIn(value: string): number {
  const plain = withPlainDigits(value).trim();
  return /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)$/.test(plain)
    ? Number(plain.replaceAll(',', ''))
    : Number.NaN;
}

/** Accepts a date as `YYYY-MM-DD`, the format of a date input. */
export const calendarDate = rule((value) => {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value.length === 10;
}, 'form.type.date');

/** Accepts exactly this many digits. */
export function digits(length: number): FieldRule {
  return rule((value) => value.length === length && /^\d+$/.test(value), 'form.digits', { length });
}

export function lengthExactly(length: number): FieldRule {
  return rule((value) => graphemeCount(value.trim()) === length, 'form.length.exact', { length });
}

export function lengthAtLeast(min: number): FieldRule {
  return rule((value) => graphemeCount(value.trim()) >= min, 'form.length.min', { min });
}

export function lengthAtMost(max: number): FieldRule {
  return rule((value) => graphemeCount(value.trim()) <= max, 'form.length.max', { max });
}

/** Both bounds are inclusive. */
export function lengthBetween(min: number, max: number): FieldRule {
  const isWithin = (length: number) => length >= min && length <= max;
  return rule((value) => isWithin(graphemeCount(value.trim())), 'form.length.range', { min, max });
}

/** Accepts a number not below `min`. */
export function numberAtLeast(min: number): FieldRule {
  return rule((value) => numberIn(value) >= min, 'form.number.min', { min });
}

/** Accepts a number not above `max`. */
export function numberAtMost(max: number): FieldRule {
  return rule((value) => numberIn(value) <= max, 'form.number.max', { max });
}

/** Accepts a number between the two, both included. */
export function numberBetween(min: number, max: number): FieldRule {
  const isWithin = (number: number) => number >= min && number <= max;
  return rule((value) => isWithin(numberIn(value)), 'form.number.range', { min, max });
}

/** Accepts what `isRight` accepts, explained by an example. */
export function matching(isRight: (value: string) => boolean, example: string): FieldRule {
  return rule(isRight, 'form.pattern', { example });
}

/** Returns the first problem that the rules find. */
export function firstProblem(value: string, rules: readonly FieldRule[]): FieldProblem | undefined {
  for (const check of rules) {
    const problem = check(value);
    if (problem) return problem;
  }
  return undefined;
}
