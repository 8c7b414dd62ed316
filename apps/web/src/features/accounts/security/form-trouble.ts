import { refusalReason } from '#/lib/api/refusal-reason.ts';
import type { Fields } from '#/lib/form/use-fields.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { securityErrorText, securityFieldOf } from './security-error-text.ts';

/** The field of a form that a failure is about; nothing when it is about the form as a whole. */
function fieldIn<Name extends string>({ fields }: Pick<Fields<Name>, 'fields'>, error: Error): Name | undefined {
  const field = securityFieldOf(refusalReason(error));
  return field !== undefined && field in fields ? (field as Name) : undefined;
}

/** Puts a failure beside the field that it is about, where the form has that field. */
export function objectAtField<Name extends string>(
  form: Pick<Fields<Name>, 'fields' | 'objectTo'>,
  error: Error,
  t: Translate,
): void {
  const field = fieldIn(form, error);
  if (field !== undefined) form.objectTo(field, securityErrorText(error, t));
}

/** What is to be said beneath the form of a failure that no field shows. */
export function troubleBeneath<Name extends string>(
  form: Pick<Fields<Name>, 'fields'>,
  error: Error | null,
  t: Translate,
): string | undefined {
  return error && fieldIn(form, error) === undefined ? securityErrorText(error, t) : undefined;
}
