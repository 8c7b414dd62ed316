import {
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
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
  readonly onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
  readonly onClick: (event: MouseEvent<HTMLDialogElement>) => void;
};

/**
 * Opens a native dialog as modal while the component is mounted. The platform traps and returns the focus, stacks
 * dialogs and makes the page behind inert; this adds the backdrop click and the way out with its transition.
 */
export function useModalDialog({ onClose, maskClosable = true, closable = true }: Closing): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);
  const left = useEffectEvent(onClose);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const pop = pushDialog(dialog);
    if (!dialog.open) dialog.showModal();
    // The platform would focus the first control, which on a phone opens the keyboard over the sheet.
    dialog.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    const leave = () => {
      if (dialog.open) return;
      const transitions = dialog.getAnimations().map((animation) => animation.finished);
      void Promise.allSettled(transitions).then(() => left());
    };
    dialog.addEventListener('close', leave);
    return () => {
      dialog.removeEventListener('close', leave);
      pop();
      dialog.close();
    };
  }, []);

  const close = useCallback(() => ref.current?.close(), []);

  return {
    ref,
    close,
    onCancel: (event) => {
      // A file input inside fires `cancel` too, which bubbles in React.
      if (event.target === ref.current && !closable) event.preventDefault();
    },
    onClick: (event) => {
      // The dialog's own box is covered by its content: a click that lands on it has hit the backdrop.
      if (event.target === ref.current && closable && maskClosable) close();
    },
  };
}
