import type { ReactNode } from 'react';
import { useFieldIds } from './field-ids.ts';
import { FieldNote, type FieldNoteProps } from './field-note.tsx';

type CheckboxFieldProps = FieldNoteProps & {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A box to tick, with all of its label to press. */
export function CheckboxField({ label, checked, onChange, disabled, error, hint }: CheckboxFieldProps): ReactNode {
  const { id, noteId, told } = useFieldIds({ error, hint });
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...told}
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          className="size-6 shrink-0 accent-brand"
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className="min-w-0 text-body">{label}</span>
      </label>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
