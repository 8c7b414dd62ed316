import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { externalStore } from '#/lib/external-store.ts';
import { isWide } from '#/lib/use-is-wide.ts';

export type DialogCallbacks = {
  /** Runs when the dialog begins to close, for any reason, before anything else can happen on the page. */
  readonly onClosing?: () => void;
  /** Runs once the dialog has left the screen. */
  readonly onClose: () => void;
  /** False: a press on the backdrop does nothing. */
  readonly maskClosable?: boolean;
  /** False: neither Escape nor the backdrop nor `close` closes it; only its owner does. */
  readonly closable?: boolean;
  /** Where there is a side column, the page beside the dialog stays in use: it is not modal there. */
  readonly docks?: boolean;
};

type ModalDialog = {
  readonly ref: RefObject<HTMLDialogElement | null>;
  /** Begins to close; `onClose` follows. Does nothing while the dialog is not closable. */
  readonly close: () => void;
};

/**
 * Opens a native dialog while mounted, modal unless it is docked. The platform handles focus, stacking, Escape and
 * inertness; this adds the backdrop press, staying open on demand, and the exit transition.
 */
export function useModalDialog({
  onClosing,
  onClose,
  maskClosable = true,
  closable = true,
  docks = false,
}: DialogCallbacks): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => {
    if (ref.current) requestClose(ref.current);
  }, []);
  const leaving = useEffectEvent(() => onClosing?.());
  const left = useEffectEvent(onClose);
  const isDocked = useEffectEvent(() => docks && isWide());
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
        // Not at `close`, which the browser reports later: the awaited event could come in between.
        if (event.target === dialog && !event.defaultPrevented) leaving();
      },
      { signal },
    );
    const isModal = !isDocked();
    const pop = isModal ? pushDialog(dialog) : closeOnEscape(dialog, signal);
    let hasLeft = false;
    // Rendered at once: React would render a press in between first, keep the closed dialog, and open no new one.
    const leave = () => {
      if (!hasLeft) flushSync(left);
      hasLeft = true;
    };
    dialog.addEventListener(
      'close',
      () => {
        if (dialog.open) return;
        // Toasts move below while the dialog closes.
        pop();
        void transitionsOf(dialog).then(leave);
      },
      { signal },
    );
    // A press outside, while the dialog still leaves, may open it again, which a later `onClose` would undo. The second press
    // of a double tap hits the dialog, and what lies below must not get it.
    const leaveOnPress = ({ target }: Event) => {
      if (!dialog.open && !dialog.contains(target as Node)) leave();
    };
    for (const press of ['pointerdown', 'keydown'])
      document.addEventListener(press, leaveOnPress, { signal, capture: true });
    if (!dialog.open) openAs(dialog, isModal);
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

function openAs(dialog: HTMLDialogElement, isModal: boolean): void {
  if (isModal) dialog.showModal();
  else dialog.show();
}

/** Closes a docked dialog on Escape, as the platform does for modal ones. Any open modal dialog goes first. */
function closeOnEscape(dialog: HTMLDialogElement, signal: AbortSignal): () => void {
  const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented && dialogStack.read().length === 0) requestClose(dialog);
  };
  document.addEventListener('keydown', onKey, { signal });
  return () => document.removeEventListener('keydown', onKey);
}

async function transitionsOf(dialog: HTMLDialogElement): Promise<void> {
  await Promise.allSettled(dialog.getAnimations().map((animation) => animation.finished));
}

/** The open dialogs, the topmost last. Toasts are rendered inside the topmost, where they are neither blurred nor inert. */
export const dialogStack = externalStore<readonly HTMLDialogElement[]>([]);

/** Registers a dialog that is about to open; the returned function takes it off again. */
function pushDialog(dialog: HTMLDialogElement): () => void {
  if (dialogStack.read().length === 0) holdPage();
  dialogStack.write([...dialogStack.read(), dialog]);
  return () => {
    dialogStack.write(dialogStack.read().filter((open) => open !== dialog));
    if (dialogStack.read().length === 0) releasePage();
  };
}

/**
 * Keeps the page behind an open dialog still, without the jump of a vanishing scroll bar. As properties of the root
 * alone: a rule with `:has`, or a custom property, would have the browser style the whole page again.
 */
function holdPage(): void {
  const { style, clientWidth } = document.documentElement;
  style.paddingRight = `${window.innerWidth - clientWidth}px`;
  style.overflow = 'hidden';
}

function releasePage(): void {
  const { style } = document.documentElement;
  style.paddingRight = '';
  style.overflow = '';
}

/**
 * Reports a press and release on the backdrop. A press that starts on the content and ends outside, such as selecting text,
 * does not count, although the browser sends a click.
 */
function onBackdropPress(dialog: HTMLDialogElement, signal: AbortSignal, onPress: () => void): void {
  // The content covers the dialog's box, so a press whose target is the dialog has hit the backdrop.
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
 * Keeps a dialog open on Escape while `isKept`. Browsers close it on a second Escape even if `cancel` was prevented, so the
 * key itself is intercepted, on the document because the focus may be anywhere.
 */
function keepOpenOnEscape(dialog: HTMLDialogElement, signal: AbortSignal, isKept: () => boolean): void {
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
function requestClose(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}
