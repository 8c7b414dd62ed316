import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { AlertIcon } from './icons/first-icons.tsx';

type FormFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  /** What is wrong, in words; absent while nothing is. */
  error?: string | undefined;
  hint?: ReactNode;
  /** A control at the end of the field, such as showing the password. */
  trailing?: ReactNode;
};

/** A labelled input with its error in words beneath, tied together for screen readers. */
export function FormField({ label, error, hint, trailing, className = '', ...input }: FormFieldProps): ReactNode {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={hasNote ? noteId : undefined}
          className={`min-h-13 w-full rounded-control border-2 bg-bg px-4 text-body placeholder:text-mute ${
            error === undefined ? 'border-line' : 'border-brand'
          } ${trailing ? 'pr-14' : ''}`}
        />
        {trailing ? <div className="absolute inset-y-0 right-1 grid place-content-center">{trailing}</div> : null}
      </div>
      {hasNote ? (
        <div id={noteId} className="mt-1.5 text-small">
          {error === undefined ? (
            <div className="text-mute">{hint}</div>
          ) : (
            <p className="flex items-start gap-1.5 text-brand">
              <AlertIcon size={16} className="mt-0.5" />
              {error}
            </p>
          )}
        </div>
      ) : null}
    </div>
  );
}
