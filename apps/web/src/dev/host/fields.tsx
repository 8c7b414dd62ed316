import { type ReactNode, useId } from 'react';

export type Option<Value extends string> = { readonly value: Value; readonly label: string };

const box = 'min-h-11 w-full rounded-control border-2 border-line bg-bg px-3 text-small';

type SelectProps<Value extends string> = {
  label: string;
  /** The surrounding text is the label. */
  isLabelHidden?: boolean;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Shows one of several choices, in the browser's own list. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { label, isLabelHidden = false, options, value, onChange } = props;
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block text-small font-semibold'}>
        {label}
      </label>
      <select id={id} className={box} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

type NumberInputProps = { label: string; value: number; max: number; step: number; onChange: (value: number) => void };

/** Shows a whole number from 0 on, labelled by the surrounding text. */
export function NumberInput({ label, value, max, step, onChange }: NumberInputProps): ReactNode {
  return (
    <input
      type="number"
      aria-label={label}
      className={`num ${box}`}
      min={0}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(Math.min(max, Math.max(0, Math.round(event.target.valueAsNumber || 0))))}
    />
  );
}

type CheckProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

export function Check({ label, checked, onChange }: CheckProps): ReactNode {
  return (
    <label className="flex min-h-9 items-center gap-2.5 text-small">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--brand)"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

type PanelProps = { title: string; about?: string; children: ReactNode };

/** Shows one group of the host's controls. */
export function Panel({ title, about, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card">
      <h2 id={id} className="text-title font-bold">
        {title}
      </h2>
      {about ? <p className="mt-0.5 text-small text-mute">{about}</p> : null}
      <div className="mt-4 space-y-4">{children}</div>
    </section>
  );
}
