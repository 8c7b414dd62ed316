import type { ReactNode, SelectHTMLAttributes } from 'react';
import { NextIcon } from '../icons/first-icons.tsx';
import type { Choice } from './choice.ts';
import { controlStyle, useFieldIds } from './field-ids.ts';
import { FieldNote, type FieldNoteProps } from './field-note.tsx';

type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'multiple'> &
  FieldNoteProps & {
    label: string;
    choices: readonly Choice[];
    /** Stands there while nothing is picked. */
    placeholder: string;
  };

/** A labelled list to pick from, by the phone's own wheel. */
export function SelectField({
  label,
  choices,
  placeholder,
  error,
  hint,
  className = '',
  ...select
}: SelectFieldProps): ReactNode {
  const { id, noteId, told } = useFieldIds({ error, hint });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div className="relative">
        <select {...select} {...told} id={id} className={`appearance-none pr-12 ${controlStyle(error)}`}>
          <option value="">{placeholder}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <NextIcon size={18} className="pointer-events-none absolute top-4.5 right-4 rotate-90 text-mute" />
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
