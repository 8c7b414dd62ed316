import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { pushDialog } from './dialog-stack.ts';

export type Closing = {
  /** Called once the dialog has left the screen. */
  readonly onClose: () => void;
  /** False: a click on the backdrop does nothing. */
  readonly maskClosable?: boolean;
  /** False: neither Escape nor the backdrop closes it, only what is inside. */
  readonly closable?: boolean;
};

type ModalDialog = {
  readonly ref: RefObject<HTMLDialogElement | null>;
  /** Starts the way out; `onClose` follows. */
  readonly close: () => void;
};

/**
 * Opens a native dialog as modal while the component is mounted. The platform traps and returns the focus, stacks
 * dialogs, closes on Escape and makes the page behind inert; this adds the backdrop click and the way out with its
 * transition.
 */
export function useModalDialog({ onClose, maskClosable = true, closable = true }: Closing): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => ref.current?.close(), []);
  const left = useEffectEvent(onClose);

  const onCancel = useEffectEvent((event: Event) => {
    // A file input inside fires `cancel` too, which bubbles.
    if (event.target === ref.current && !closable) event.preventDefault();
  });
  const onClick = useEffectEvent((event: MouseEvent) => {
    // The dialog's own box is covered by its content: a click that lands on it has hit the backdrop.
    if (event.target === ref.current && closable && maskClosable) close();
  });

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const stop = listen(dialog, {
      cancel: onCancel,
      click: onClick,
      close: () => {
        if (!dialog.open) void transitionsOf(dialog).then(left);
      },
    });
    const pop = pushDialog(dialog);
    if (!dialog.open) dialog.showModal();
    // The platform would focus the first control, which on a phone opens the keyboard over the sheet.
    dialog.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    return () => {
      stop();
      pop();
      dialog.close();
    };
  }, []);

  return { ref, close };
}

type Listeners = {
  readonly cancel: (event: Event) => void;
  readonly click: (event: MouseEvent) => void;
  readonly close: () => void;
};

/** Adds the listeners; the returned function takes them off again. */
function listen(dialog: HTMLDialogElement, { cancel, click, close }: Listeners): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  dialog.addEventListener('cancel', cancel, { signal });
  dialog.addEventListener('click', click, { signal });
  dialog.addEventListener('close', close, { signal });
  return () => controller.abort();
}

async function transitionsOf(dialog: HTMLDialogElement): Promise<void> {
  await Promise.allSettled(dialog.getAnimations().map((animation) => animation.finished));
}
