import { type ChangeEvent, type CompositionEvent, useState } from 'react';

type Composed = {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
};

/** For a field that acts on each keystroke. A text of an input method is passed on only when its composition ends. */
export function useComposed(value: string, onChange: (value: string) => void): Composed {
  const [composed, setComposed] = useState<string | null>(null);
  const take = (text: string) => {
    setComposed(null);
    onChange(text);
  };
  return {
    value: composed ?? value,
    onChange: ({ currentTarget, nativeEvent }) => {
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposed(currentTarget.value);
      else take(currentTarget.value);
    },
    onCompositionEnd: ({ currentTarget }) => take(currentTarget.value),
  };
}
