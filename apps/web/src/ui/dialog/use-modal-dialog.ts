import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { pushDialog } from './dialog-stack.ts';
import { keepOpenOnEscape, onBackdropPress, requestClose } from './ways-out.ts';

export type Closing = {
  /** Called when the way out begins, whichever it is, before anything else can happen on the page. */
  readonly onClosing?: () => void;
  /** Called once the dialog has left the screen. */
  readonly onClose: () => void;
  /** False: a press on the backdrop does nothing. */
  readonly maskClosable?: boolean;
  /**
   * False: nothing the fan does closes it, neither Escape nor the backdrop nor `close`; it stays until its owner says
   * otherwise or takes it off the screen.
   */
  readonly closable?: boolean;
};

type ModalDialog = {
  readonly ref: RefObject<HTMLDialogElement | null>;
  /** Starts the way out; `onClose` follows. Does nothing while the dialog is not closable. */
  readonly close: () => void;
};

/**
 * Opens a native dialog as modal while the component is mounted. The platform traps and returns the focus, stacks
 * dialogs, closes on Escape and makes the page behind inert; this adds the press on the backdrop, staying open in spite
 * of everything, and the way out with its transition.
 */
export function useModalDialog({ onClosing, onClose, maskClosable = true, closable = true }: Closing): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => {
    if (ref.current) requestClose(ref.current);
  }, []);
  const leaving = useEffectEvent(() => onClosing?.());
  const left = useEffectEvent(onClose);
  const mayClose = useEffectEvent((how: 'escape' | 'backdrop') => closable && (how === 'escape' || maskClosable));

  // A layout effect, because the platform returns the focus only for a dialog that is closed before it is removed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    onBackdropPress(dialog, signal, () => {
      if (mayClose('backdrop')) requestClose(dialog);
    });
    keepOpenOnEscape(dialog, signal, () => !mayClose('escape'));
    dialog.addEventListener(
      'cancel',
      (event) => {
        // Not at `close`, which the browser tells a moment later: what was waited for could come in between.
        if (event.target === dialog && !event.defaultPrevented) leaving();
      },
      { signal },
    );
    const pop = pushDialog(dialog);
    dialog.addEventListener(
      'close',
      () => {
        if (dialog.open) return;
        // Toasts move to what is below while the dialog is on its way out.
        pop();
        void transitionsOf(dialog).then(left);
      },
      { signal },
    );
    if (!dialog.open) dialog.showModal();
    // The platform would focus the first control, which on a phone opens the keyboard over the sheet.
    dialog.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    return () => {
      listening.abort();
      pop();
      dialog.close();
    };
  }, []);

  return { ref, close };
}

async function transitionsOf(dialog: HTMLDialogElement): Promise<void> {
  await Promise.allSettled(dialog.getAnimations().map((animation) => animation.finished));
}
