import { type ReactNode, useId } from 'react';

export type Segment<Value extends string> = { readonly value: Value; readonly label: ReactNode };

type SegmentedControlProps<Value extends string> = {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Shows one of a few choices side by side, as radio buttons. */
export function SegmentedControl<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: SegmentedControlProps<Value>): ReactNode {
  const name = useId();
  return (
    <fieldset className="grid auto-cols-fr grid-flow-col gap-1 rounded-tile bg-raise p-1">
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={
            'press flex min-h-11 items-center justify-center gap-1.5 rounded-control ' +
            'px-3 text-small font-bold text-mute has-checked:bg-ink has-checked:text-bg ' +
            'has-focus-visible:outline-3 has-focus-visible:outline-brand'
          }
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            className="sr-only"
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </fieldset>
  );
}
