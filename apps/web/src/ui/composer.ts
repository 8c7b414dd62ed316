import { graphemeCount } from '@lightstick/contract/graphemes';
import { type ChangeEvent, type CompositionEvent, useState } from 'react';

type KeyPress = {
  readonly key: string;
  readonly keyCode: number;
  readonly shiftKey: boolean;
  readonly nativeEvent: { readonly isComposing: boolean };
};

/**
 * Tells whether a key sends what is written. Enter that ends the composition of an input method does not; Safari
 * reports it as 229.
 */
export function isSendKey({ key, keyCode, shiftKey, nativeEvent }: KeyPress): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}

/** Counts the characters of a text as a person does and as it is sent: without blanks at its ends. */
export const writtenCharacters = (text: string): number => graphemeCount(text.trim());

type ComposerField = {
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
};

/**
 * Serves a field that acts on each keystroke. A text of an input method is passed on only when its composition ends.
 */
export function useComposed(value: string, onChange: (value: string) => void): ComposerField {
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
