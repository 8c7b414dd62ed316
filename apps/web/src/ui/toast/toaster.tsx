import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { dialogStack } from '../dialog/dialog-stack.ts';
import { ToastCard } from './toast-card.tsx';
import { toastClock, toasts } from './toast-store.ts';

/** Draws the toasts above everything, inside the topmost open dialog when there is one. */
export function Toaster(): ReactNode {
  const dialogs = useSyncExternalStore(dialogStack.subscribe, dialogStack.read);
  useHeldWhileHidden();
  return createPortal(<ToastLayer />, dialogs.at(-1) ?? document.body);
}

/** What is shown to a page in the background would be gone before anybody has seen it. */
function useHeldWhileHidden(): void {
  useEffect(() => {
    const notice = () => (document.hidden ? toastClock.hold('hidden') : toastClock.release('hidden'));
    notice();
    document.addEventListener('visibilitychange', notice);
    return () => document.removeEventListener('visibilitychange', notice);
  }, []);
}

/**
 * A popover, because a dialog's transform would otherwise move the layer with the dialog; always open, because screen
 * readers announce only what changes inside a region that was there before.
 */
function ToastLayer(): ReactNode {
  const layer = useRef<HTMLDivElement>(null);
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read);

  useEffect(() => {
    // Browsers without popovers show a plain fixed element, which is right except above a dialog.
    layer.current?.showPopover?.();
  }, []);

  return (
    <div
      ref={layer}
      popover="manual"
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-auto z-50 m-0 flex h-auto w-full max-w-none flex-col items-center gap-2 overflow-visible border-0 bg-transparent px-4 py-0"
      style={{ top: 'calc(var(--safe-top) + 40px)' }}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
