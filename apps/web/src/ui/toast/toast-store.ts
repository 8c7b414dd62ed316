import { externalStore } from '#/lib/external-store.ts';

export type Toast = {
  readonly id: number;
  readonly kind: 'success' | 'notice' | 'warning' | 'error';
  readonly title: string;
  /** The message, when the title only names its kind. */
  readonly detail?: string;
  /** A screen of ours that shows more. */
  readonly link?: { readonly href: string; readonly text: string };
  /** An action of the fan that helps; the toast goes with it. */
  readonly action?: { readonly text: string; readonly act: () => void };
  /** The address that failed, for a report. */
  readonly path?: string;
  /** The id by which the server's log knows the request that failed. */
  readonly requestId?: string;
};

const usualMs = 4500;
/** The time of a toast with a button, which needs to be read first. */
const shownWithControlMs = 12_000;
const mostAtOnce = 3;

let lastId = 0;

/** The toasts on screen, oldest first. */
export const toasts = externalStore<readonly Toast[]>([]);

/** Pauses while a toast is hovered or focused, and while the page is hidden. */
export const toastClock = createToastClock(usualMs, dismissToast);

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

/** Counts down the lifetime of each toast; pauses all while anything holds it. */
type ToastClock = {
  /** `forMs` replaces the usual lifetime. */
  readonly start: (id: number, forMs?: number) => void;
  /** Drops a removed toast, and the holders that it had. */
  readonly stop: (id: number) => void;
  /** A toast must not disappear while it is read or about to be pressed. */
  readonly hold: (holder: ToastHolder) => void;
  readonly release: (holder: ToastHolder) => void;
};

/** A cause that pauses the clock: a hidden page, or a hovered or focused toast. */
type ToastHolder = 'hidden' | `pointer ${number}` | `focus ${number}`;

type ToastRun = { leftMs: number; since: number; timer: ReturnType<typeof setTimeout> | undefined };

/** Returns a clock that gives each toast `shownMs` and then calls `onOver`. */
export function createToastClock(shownMs: number, onOver: (id: number) => void): ToastClock {
  const runs = new Map<number, ToastRun>();
  const holders = new Set<ToastHolder>();

  const run = (id: number, one: ToastRun) => {
    one.since = Date.now();
    one.timer = setTimeout(() => {
      runs.delete(id);
      onOver(id);
    }, one.leftMs);
  };
  const pause = (one: ToastRun) => {
    clearTimeout(one.timer);
    one.leftMs -= Date.now() - one.since;
  };
  const release = (holder: ToastHolder) => {
    if (!holders.delete(holder) || holders.size > 0) return;
    for (const [id, one] of runs) run(id, one);
  };

  return {
    start(id, forMs = shownMs) {
      const one: ToastRun = { leftMs: forMs, since: Date.now(), timer: undefined };
      runs.set(id, one);
      if (holders.size === 0) run(id, one);
    },
    stop(id) {
      clearTimeout(runs.get(id)?.timer);
      runs.delete(id);
      release(`pointer ${id}`);
      release(`focus ${id}`);
    },
    hold(holder) {
      if (holders.size === 0) for (const one of runs.values()) pause(one);
      holders.add(holder);
    },
    release,
  };
}
