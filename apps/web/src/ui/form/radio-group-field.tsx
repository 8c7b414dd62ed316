import type { ReactNode } from 'react';
import type { Choice } from './choice.ts';
import { useFieldIds } from './field-ids.ts';
import { FieldNote, type FieldNoteProps } from './field-note.tsx';

type RadioGroupFieldProps = FieldNoteProps & {
  label: string;
  choices: readonly Choice[];
  /** Empty while nothing is picked. */
  value: string;
  onChange: (value: string) => void;
};

/** A few choices that are all in sight, one of which can be picked. */
export function RadioGroupField({ label, choices, value, onChange, error, hint }: RadioGroupFieldProps): ReactNode {
  const { id, noteId, told } = useFieldIds({ error, hint });
  return (
    <div role="radiogroup" aria-labelledby={id} {...told}>
      <p id={id} className="mb-1.5 text-small font-semibold">
        {label}
      </p>
      <div
        className={`divide-y divide-line rounded-control border-2 bg-bg ${error === undefined ? 'border-line' : 'border-brand'}`}
      >
        {choices.map((choice) => (
          <label key={choice.value} className="flex min-h-13 items-center gap-3 px-4 py-2.5">
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              className="size-5 shrink-0 accent-brand"
              onChange={() => onChange(choice.value)}
            />
            <span className="min-w-0 text-body">{choice.label}</span>
          </label>
        ))}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
