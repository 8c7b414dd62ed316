import type { ComponentProps, ReactNode } from 'react';
import { controlStyle, useFieldIds } from './form/field-ids.ts';
import { FieldNote, type FieldNoteProps } from './form/field-note.tsx';

type FormFieldProps = Omit<ComponentProps<'input'>, 'id'> &
  FieldNoteProps & {
    label: string;
    /** A control at the end of the field, such as showing the password. */
    trailing?: ReactNode;
  };

/** A labelled input with its error in words beneath, tied together for screen readers. */
export function FormField({ label, error, hint, trailing, className = '', ...input }: FormFieldProps): ReactNode {
  const { id, noteId, told } = useFieldIds({ error, hint });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div className="relative">
        <input {...input} {...told} id={id} className={`${controlStyle(error)} ${trailing ? 'pr-14' : ''}`} />
        {trailing ? <div className="absolute inset-y-0 right-1 grid place-content-center">{trailing}</div> : null}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
