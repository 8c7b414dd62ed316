import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '#/lib/i18n/use-text.ts';
import { Link } from 'wouter';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { AlertIcon, CheckIcon, CloseIcon, ErrorIcon, InfoIcon } from '#/ui/icons/shell-icons.tsx';
import { dialogStack } from '#/ui/use-modal-dialog.ts';
import { toastClock, toasts, dismissToast, type Toast } from './toast-store.ts';

/** Draws the toasts above everything, inside the topmost open dialog when there is one. */
export function Toaster(): ReactNode {
  const dialogs = useSyncExternalStore(dialogStack.subscribe, dialogStack.read);
  useHeldWhileHidden();
  return createPortal(<ToastLayer />, dialogs.at(-1) ?? document.body);
}

/** A toast of a background page would disappear unseen. */
function useHeldWhileHidden(): void {
  useEffect(() => {
    const notice = () => (document.hidden ? toastClock.hold('hidden') : toastClock.release('hidden'));
    notice();
    document.addEventListener('visibilitychange', notice);
    return () => document.removeEventListener('visibilitychange', notice);
  }, []);
}

/**
 * Shows a popover, because a dialog's transform would otherwise move the layer with the dialog; always open, because
 * screen readers announce only what changes inside a region that was there before.
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
      className={
        'pointer-events-none fixed inset-x-0 bottom-auto z-50 m-0 flex h-auto w-full max-w-none ' +
        'flex-col items-center gap-2 overflow-visible border-0 bg-transparent px-4 py-0'
      }
      style={{ top: 'calc(var(--safe-top) + 40px)' }}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

const looks: Record<Toast['kind'], { icon: IconComponent; tint: string }> = {
  success: { icon: CheckIcon, tint: 'bg-ok-soft text-ok' },
  notice: { icon: InfoIcon, tint: 'bg-raise text-ink' },
  warning: { icon: AlertIcon, tint: 'bg-warn-soft text-warn' },
  error: { icon: ErrorIcon, tint: 'bg-brand-soft text-brand' },
};

/** Shows one toast. It stays as long as the pointer or the focus is on it. */
export function ToastCard({ toast }: { toast: Toast }): ReactNode {
  const t = useText();
  const { id, kind, title, detail, link, action, path, requestId } = toast;
  const control = 'press inline-flex min-h-11 items-center text-small font-bold underline';
  const { icon: Icon, tint } = looks[kind];

  // A card that moves into or out of a dialog is remounted, and no event reports that the pointer left the old one.
  useEffect(
    () => () => {
      toastClock.release(`pointer ${id}`);
      toastClock.release(`focus ${id}`);
    },
    [id],
  );

  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      className={
        'enter pointer-events-auto flex w-full max-w-sm items-start gap-3 ' +
        'rounded-tile border border-line bg-surface p-3 text-ink shadow-lift'
      }
      onPointerEnter={() => toastClock.hold(`pointer ${id}`)}
      onPointerLeave={() => toastClock.release(`pointer ${id}`)}
      onFocus={() => toastClock.hold(`focus ${id}`)}
      onBlur={() => toastClock.release(`focus ${id}`)}
    >
      <span className={`grid size-9 shrink-0 place-content-center rounded-full ${tint}`}>
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1 self-center">
        <p className="text-small font-bold">{title}</p>
        {detail ? <p className="text-small text-mute">{detail}</p> : null}
        {link ? (
          <Link href={link.href} className={control} onClick={() => dismissToast(id)}>
            {link.text}
          </Link>
        ) : null}
        {action ? (
          <button
            type="button"
            className={control}
            onClick={() => {
              dismissToast(id);
              action.act();
            }}
          >
            {action.text}
          </button>
        ) : null}
        {path ? <p className="truncate text-caption text-mute">{path}</p> : null}
        {requestId ? <p className="truncate text-caption text-mute">{t('failure.requestId', { requestId })}</p> : null}
      </div>
      <button
        type="button"
        aria-label={t('common.dismiss')}
        className="-m-1 grid size-11 shrink-0 place-content-center rounded-full text-mute"
        onClick={() => dismissToast(id)}
      >
        <CloseIcon size={18} />
      </button>
    </div>
  );
}
