import { externalStore } from '#/lib/external-store.ts';

export type Toast = {
  readonly id: number;
  readonly kind: 'success' | 'warning' | 'error';
  readonly title: string;
  readonly detail?: string;
  /** The address that failed, for whoever reports it. */
  readonly path?: string;
};

const shownMs = 4500;
const mostAtOnce = 3;

let lastId = 0;

/** The toasts on screen, oldest first. */
export const toasts = externalStore<readonly Toast[]>([]);

export function dismissToast(id: number): void {
  toasts.write(toasts.read().filter((toast) => toast.id !== id));
}

/** Shows a message for 4.5 s, at most three at once. An empty message shows nothing. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  if (!toast.title.trim() && !toast.detail?.trim()) return;
  lastId += 1;
  const id = lastId;
  toasts.write([...toasts.read().slice(1 - mostAtOnce), { ...toast, id }]);
  setTimeout(() => dismissToast(id), shownMs);
}
