import { type ChangeEvent, type CompositionEvent, useState } from 'react';

type Composed = {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
};

/** The properties of a field that acts while its user types: a text that an input method composes counts when it is done. */
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
