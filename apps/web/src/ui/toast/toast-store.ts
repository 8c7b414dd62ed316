import { externalStore } from '#/lib/external-store.ts';
import { createToastClock } from './toast-clock.ts';

export type Toast = {
  readonly id: number;
  readonly kind: 'success' | 'notice' | 'warning' | 'error';
  readonly title: string;
  /** The message, when the title only names its kind. */
  readonly detail?: string;
  /** A screen of ours that shows more. */
  readonly link?: { readonly href: string; readonly text: string };
  /** What the fan can do about it here; the toast goes with it. */
  readonly action?: { readonly text: string; readonly act: () => void };
  /** The address that failed, for a report. */
  readonly path?: string;
  /** By which the server's log knows the request that failed. */
  readonly requestId?: string;
};

const shownMs = 4500;
/** What can be pressed needs time to be read first. */
const shownWithControlMs = 12_000;
const mostAtOnce = 3;

let lastId = 0;

/** The toasts on screen, oldest first. */
export const toasts = externalStore<readonly Toast[]>([]);

/** Pauses while a toast is hovered or focused, and while the page is hidden. */
export const toastClock = createToastClock(shownMs, dismissToast);

/** Takes a toast off the screen. */
export function dismissToast(id: number): void {
  toastClock.stop(id);
  toasts.write(toasts.read().filter((toast) => toast.id !== id));
}

/**
 * Shows a message for 4.5 s, with a link or an action for 12 s, at most three at once: a fourth takes the place of the oldest.
 * An empty one is not shown.
 */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const { title, detail = title } = toast;
  if (!detail.trim()) return;
  lastId += 1;
  for (const { id } of toasts.read().slice(0, 1 - mostAtOnce)) dismissToast(id);
  toasts.write([...toasts.read(), { ...toast, id: lastId }]);
  toastClock.start(lastId, (toast.link ?? toast.action) && shownWithControlMs);
}
