import {
  type ComponentProps,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { NextIcon, AlertIcon } from './icons/shell-icons.tsx';

type FormFieldProps = Omit<ComponentProps<'input'>, 'id'> &
  FieldNoteProps & {
    label: string;
    /** A control at the end of the field, such as showing the password. */
    trailing?: ReactNode;
  };

/** Shows a labelled input with its error in words beneath, tied together for screen readers. */
export function FormField({ label, error, hint, trailing, className = '', ...input }: FormFieldProps): ReactNode {
  const { id, noteId, aria } = useFieldIds({ error, hint });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div className="relative">
        <input {...input} {...aria} id={id} className={`${controlStyle(error)} ${trailing ? 'pr-14' : ''}`} />
        {trailing ? <div className="absolute inset-y-0 right-1 grid place-content-center">{trailing}</div> : null}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}

type FieldNoteProps = {
  /** The error text, if any. */
  error?: string | undefined;
  hint?: ReactNode;
};

/** Shows the note below a control: its error, else its hint. */
export function FieldNote({ id, error, hint }: FieldNoteProps & { id: string }): ReactNode {
  if (error === undefined && hint === undefined) return null;
  return (
    <div id={id} className="mt-1.5 text-small">
      {error === undefined ? (
        <div className="text-mute">{hint}</div>
      ) : (
        <p className="flex items-start gap-1.5 text-brand">
          <AlertIcon size={16} className="mt-0.5" />
          {error}
        </p>
      )}
    </div>
  );
}

type FieldIds = {
  readonly id: string;
  readonly noteId: string;
  /** Attributes that connect the control to its note for screen readers. */
  readonly aria: { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };
};

/** Returns the ids that tie a control to its label and its note. */
export function useFieldIds({ error, hint }: FieldNoteProps): FieldIds {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return {
    id,
    noteId,
    aria: {
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': hasNote ? noteId : undefined,
    },
  };
}

function controlStyle(error: string | undefined): string {
  const line = error === undefined ? 'border-line' : 'border-brand';
  return `min-h-13 w-full rounded-control border-2 bg-bg px-4 text-body placeholder:text-mute ${line}`;
}

type CheckboxFieldProps = FieldNoteProps & {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** Shows a box to tick, with all of its label to press. */
export function CheckboxField({ label, checked, onChange, disabled, error, hint }: CheckboxFieldProps): ReactNode {
  const { id, noteId, aria } = useFieldIds({ error, hint });
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...aria}
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          className="size-6 shrink-0 accent-brand"
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className="min-w-0 text-body">{label}</span>
      </label>
      {error === undefined && hint === undefined ? null : (
        <div className="-mt-2 pl-9">
          <FieldNote id={noteId} error={error} hint={hint} />
        </div>
      )}
    </div>
  );
}

/** One of several things a fan can pick. */
type RadioChoice = { readonly value: string; readonly label: string };

type RadioGroupFieldProps = FieldNoteProps & {
  label: string;
  choices: readonly RadioChoice[];
  /** Empty while nothing is picked. */
  value: string;
  onChange: (value: string) => void;
};

/** Shows a few visible choices, one at a time. */
export function RadioGroupField({ label, choices, value, onChange, error, hint }: RadioGroupFieldProps): ReactNode {
  const { id, noteId, aria } = useFieldIds({ error, hint });
  return (
    <div role="radiogroup" aria-labelledby={id} {...aria}>
      <p id={id} className="mb-1.5 text-small font-semibold">
        {label}
      </p>
      <div
        className={
          'divide-y divide-line rounded-control border-2 bg-bg ' +
          (error === undefined ? 'border-line' : 'border-brand')
        }
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

type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'multiple'> &
  FieldNoteProps & {
    label: string;
    choices: readonly RadioChoice[];
    /** The text while nothing is picked. */
    placeholder: string;
  };

/** Shows a labelled list to pick from, by the phone's own wheel. */
export function SelectField({
  label,
  choices,
  placeholder,
  error,
  hint,
  className = '',
  ...select
}: SelectFieldProps): ReactNode {
  const { id, noteId, aria } = useFieldIds({ error, hint });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div className="relative">
        <select {...select} {...aria} id={id} className={`appearance-none pr-12 ${controlStyle(error)}`}>
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

type TextAreaFieldProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & FieldNoteProps & { label: string };

/** Shows a labelled multi-line text that grows with its content, where browsers support it. */
export function TextAreaField({ label, error, hint, className = '', ...textarea }: TextAreaFieldProps): ReactNode {
  const { id, noteId, aria } = useFieldIds({ error, hint });
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <textarea
        rows={3}
        {...textarea}
        {...aria}
        id={id}
        className={`block resize-none py-3 [field-sizing:content] ${controlStyle(error)}`}
      />
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
