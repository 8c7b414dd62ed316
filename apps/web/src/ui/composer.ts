import { graphemeCount } from '@lightstick/contract/graphemes';

type KeyPress = {
  readonly key: string;
  readonly keyCode: number;
  readonly shiftKey: boolean;
  readonly nativeEvent: { readonly isComposing: boolean };
};

/** Whether a key sends what is written. Enter that ends the composition of an input method does not; Safari reports it as 229. */
export function isSendKey({ key, keyCode, shiftKey, nativeEvent }: KeyPress): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}

/** Characters of a text as a person counts them and as it is sent: without blanks at its ends. */
export const writtenCharacters = (text: string): number => graphemeCount(text.trim());
