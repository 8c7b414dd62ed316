import type { MessageId, MessageValues } from '../i18n/i18n.ts';

/** What is wrong with a field: a text that takes the field's label and the bound that was missed. */
export type FieldProblem = { readonly id: MessageId; readonly values: MessageValues };

/** Says what is wrong with a value, or nothing. */
export type FieldRule = (value: string) => FieldProblem | undefined;

/** A shape check only; whether the address exists is proved by the code sent to it. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Something must be there. */
export const required: FieldRule = (value) => (value === '' ? { id: 'form.required', values: {} } : undefined);

/** Spaces alone are not something. */
export const notBlank: FieldRule = (value) =>
  value !== '' && value.trim() === '' ? { id: 'form.whitespace', values: {} } : undefined;

/** An email address. */
export const emailAddress: FieldRule = (value) =>
  emailShape.test(value.trim()) ? undefined : { id: 'form.type.email', values: {} };

/** Exactly this many digits. */
export function digits(length: number): FieldRule {
  return (value) =>
    value.length === length && /^\d+$/.test(value) ? undefined : { id: 'form.digits', values: { length } };
}

/** At most so many characters. */
export function lengthAtMost(max: number): FieldRule {
  return (value) => (value.length > max ? { id: 'form.lengthMax', values: { max } } : undefined);
}

/** The first problem that the rules find. */
export function firstProblem(value: string, rules: readonly FieldRule[]): FieldProblem | undefined {
  for (const rule of rules) {
    const problem = rule(value);
    if (problem) return problem;
  }
  return undefined;
}
