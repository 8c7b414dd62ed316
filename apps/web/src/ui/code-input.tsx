import { mailCodeIn } from '@lightstick/contract/typed-text';
import { type ReactNode, type Ref, useState } from 'react';
import { FieldNote, useFieldIds } from './form-fields.tsx';

/** The digits of a mailed code. */
const length = 6;

type CodeInputProps = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** A control beside the label, such as having the code sent. */
  action?: ReactNode;
  value: string;
  onChange: (digits: string) => void;
  /** Takes the digits as soon as all are there, typed, pasted or filled in by the phone. */
  onComplete?: ((digits: string) => void) | undefined;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** Asks for a six-digit code: one real input, so that pasting and autofill work, drawn as six boxes. */
export function CodeInput({
  label,
  error,
  hint,
  action,
  value,
  onChange,
  onComplete,
  onBlur,
  ref,
}: CodeInputProps): ReactNode {
  const { id, noteId, aria } = useFieldIds({ error, hint });
  const [isFocused, setIsFocused] = useState(false);
  const change = (typed: string) => {
    const digits = mailCodeIn(typed).slice(0, length);
    onChange(digits);
    if (digits.length === length && digits !== value) onComplete?.(digits);
  };
  const current = isFocused ? Math.min(value.length, length - 1) : -1;
  return (
    <div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        {action}
      </div>
      <div className="relative mt-1.5">
        <div aria-hidden="true" className="grid grid-cols-6 gap-2">
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              className={
                'num grid min-h-13 place-content-center rounded-control border-2 bg-bg text-section ' +
                'font-extrabold ' +
                (error !== undefined || index === current ? 'border-brand' : 'border-line')
              }
            >
              {value.charAt(index)}
            </span>
          ))}
        </div>
        <input
          {...aria}
          ref={ref}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          className="absolute inset-0 w-full text-body opacity-0"
          onChange={(event) => change(event.currentTarget.value)}
          onFocus={() => setIsFocused(true)}
          onBlur={() => {
            setIsFocused(false);
            onBlur?.();
          }}
        />
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  );
}
