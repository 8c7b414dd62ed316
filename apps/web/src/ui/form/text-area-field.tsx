import type { ReactNode, TextareaHTMLAttributes } from 'react';
import { controlStyle, useFieldIds } from './field-ids.ts';
import { FieldNote, type FieldNoteProps } from './field-note.tsx';

type TextAreaFieldProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & FieldNoteProps & { label: string };

/** A labelled text of several lines; it grows with what is written, where the browser can. */
export function TextAreaField({ label, error, hint, className = '', ...textarea }: TextAreaFieldProps): ReactNode {
  const { id, noteId, told } = useFieldIds({ error, hint });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <textarea
        rows={3}
        {...textarea}
        {...told}
        id={id}
        className={`block resize-none py-3 [field-sizing:content] ${controlStyle(error)}`}
      />
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
