import { wholeNumberIn } from '@lightstick/contract/typed-text';
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { clampAmount } from './amounts.ts';
import { FieldNote } from '#/ui/form-fields.tsx';
import { MinusIcon, PlusIcon } from '#/ui/icons/more-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

type StepperProps = {
  /** The unit of the amount, for screen readers. */
  label: string;
  /** 0 while the field has no amount; its owner then disables spending. */
  value: number;
  onChange: (value: number) => void;
  max: number;
  /** The least that makes sense, below which the buttons do not go; a smaller number can be typed on the way to a larger one. */
  min?: number;
  /** The step by which the buttons change it. */
  step?: number;
  /** Amounts one tap away; `max` is added at the end as MAX. */
  presets?: readonly number[];
  /** The value cannot change; the field keeps the focus after Enter. */
  disabled?: boolean;
  /** It has taken the place of the control that had the focus. */
  takesFocus?: boolean;
};

const stepButton =
  'press grid size-13 shrink-0 place-content-center rounded-control bg-surface shadow-card disabled:opacity-40';

/**
 * Chooses a whole amount from 1 to `max` by buttons, presets or typing. An emptied field stays empty, so that the next
 * input is a new amount; a text that is no amount stays, with the reason.
 */
export function Stepper({
  label,
  value,
  onChange,
  max,
  min = 1,
  step = 1,
  presets = [],
  disabled = false,
  takesFocus = false,
}: StepperProps): ReactNode {
  const t = useText();
  const field = useArrivingFocus<HTMLInputElement>(takesFocus);
  const noteId = useId();
  const { text, isWrong, change, typing } = useTypedAmount({ value, max, onChange });
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-2 rounded-tile bg-raise p-2">
        <button
          type="button"
          aria-label={t('stepper.less')}
          className={stepButton}
          disabled={disabled || value <= min}
          onClick={() => change(Math.max(min, value - step))}
        >
          <MinusIcon />
        </button>
        <input
          ref={field}
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? noteId : undefined}
          value={text}
          readOnly={disabled}
          aria-disabled={disabled || undefined}
          className="num h-13 w-full min-w-0 rounded-control bg-transparent text-center text-score font-extrabold"
          onFocus={(event) => event.currentTarget.select()}
          {...typing}
        />
        <button
          type="button"
          aria-label={t('stepper.more')}
          className={stepButton}
          disabled={disabled || value >= max}
          onClick={() => change(value + step)}
        >
          <PlusIcon />
        </button>
      </div>
      {isWrong ? <FieldNote id={noteId} error={t('stepper.notWhole', { max: Math.max(1, max) })} /> : null}
      {presets.length > 0 ? (
        <Presets presets={presets} value={value} max={max} disabled={disabled} onPick={change} />
      ) : null}
    </fieldset>
  );
}

/** Returns the text of the field: the amount, or what was typed while that is none. */
function useTypedAmount({ value, max, onChange }: Pick<StepperProps, 'value' | 'max' | 'onChange'>) {
  const [typed, setTyped] = useState('');
  const [isComposing, setIsComposing] = useState(false);
  return {
    // A text that an input method composes must not be replaced.
    text: value === 0 || isComposing ? typed : String(value),
    isWrong: value === 0 && typed.trim() !== '' && !isComposing,
    change: (next: number) => {
      setTyped('');
      onChange(clampAmount(next, max));
    },
    typing: {
      onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        const amount = wholeNumberIn(currentTarget.value) ?? 0;
        onChange(amount === 0 ? 0 : clampAmount(amount, max));
        setTyped(currentTarget.value);
        setIsComposing(nativeEvent instanceof InputEvent && nativeEvent.isComposing);
      },
      onCompositionEnd: () => setIsComposing(false),
    },
  };
}

type PresetsProps = Required<Pick<StepperProps, 'presets' | 'value' | 'max' | 'disabled'>> & {
  onPick: (value: number) => void;
};

function Presets({ presets, value, max, disabled, onPick }: PresetsProps): ReactNode {
  const t = useText();
  const choices = [
    ...presets.map((amount) => ({ amount, text: formatNumber(amount) })),
    { amount: max, text: t('stepper.max') },
  ];
  return (
    <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(4rem,100%),1fr))] gap-2">
      {choices.map(({ amount, text }) => {
        const chosen = value === amount;
        return (
          <button
            key={text}
            type="button"
            aria-pressed={chosen}
            disabled={disabled || amount > max || max < 1}
            className={`num press min-h-12 rounded-control text-small font-bold disabled:opacity-40 ${
              chosen ? 'bg-brand-soft text-brand chosen-ring' : 'bg-raise text-ink'
            }`}
            onClick={() => onPick(amount)}
          >
            {text}
          </button>
        );
      })}
    </div>
  );
}
