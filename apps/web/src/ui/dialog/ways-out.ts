import { dialogStack } from './dialog-stack.ts';

/**
 * Tells when the backdrop was pressed and let go. A press that begins on the content and ends outside, as when text is
 * selected, is none; the browser sends a click to the dialog for it all the same.
 */
export function onBackdropPress(dialog: HTMLDialogElement, signal: AbortSignal, onPress: () => void): void {
  // The dialog's own box is covered by its content: what lands on the dialog itself has hit the backdrop.
  let began = false;
  let ended = false;
  dialog.addEventListener('pointerdown', ({ target }) => (began = target === dialog), { signal });
  dialog.addEventListener('pointerup', ({ target }) => (ended = target === dialog), { signal });
  dialog.addEventListener(
    'click',
    ({ target }) => {
      if (target === dialog && began && ended) onPress();
      began = false;
    },
    { signal },
  );
}

/**
 * Keeps a dialog open on Escape while `isKept`. Preventing `cancel` alone is not enough: browsers close a dialog on the
 * second Escape in a row whatever its page says, unless the key itself was taken from them. The focus may be anywhere,
 * so the whole document is listened to.
 */
export function keepOpenOnEscape(dialog: HTMLDialogElement, signal: AbortSignal, isKept: () => boolean): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && dialogStack.read().at(-1) === dialog && isKept()) event.preventDefault();
    },
    { signal },
  );
  // Other requests to close, such as the back gesture of Android.
  dialog.addEventListener(
    'cancel',
    (event) => {
      // A file input inside fires `cancel` too, which bubbles.
      if (event.target === dialog && isKept()) event.preventDefault();
    },
    { signal },
  );
}

/**
 * Closes a dialog unless a listener of `cancel` keeps it open, as Escape does. This is the platform's `requestClose`,
 * which the web views of older phones do not have.
 */
export function requestClose(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}
