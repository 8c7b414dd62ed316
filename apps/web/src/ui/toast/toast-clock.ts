/** Counts down the lifetime of each toast; pauses all while anything holds it. */
export type ToastClock = {
  /** `forMs` replaces the usual lifetime. */
  readonly start: (id: number, forMs?: number) => void;
  /** Drops a removed toast, and what was held because of it. */
  readonly stop: (id: number) => void;
  /** A toast must not disappear while it is read or about to be pressed. */
  readonly hold: (holder: Holder) => void;
  readonly release: (holder: Holder) => void;
};

/** What pauses the clock: a hidden page, or a hovered or focused toast. */
type Holder = 'hidden' | `pointer ${number}` | `focus ${number}`;

type Run = { leftMs: number; since: number; timer: ReturnType<typeof setTimeout> | undefined };

/** A clock that gives each toast `shownMs` and then calls `onOver`. */
export function createToastClock(shownMs: number, onOver: (id: number) => void): ToastClock {
  const runs = new Map<number, Run>();
  const holders = new Set<Holder>();

  const run = (id: number, one: Run) => {
    one.since = Date.now();
    one.timer = setTimeout(() => {
      runs.delete(id);
      onOver(id);
    }, one.leftMs);
  };
  const pause = (one: Run) => {
    clearTimeout(one.timer);
    one.leftMs -= Date.now() - one.since;
  };
  const release = (holder: Holder) => {
    if (!holders.delete(holder) || holders.size > 0) return;
    for (const [id, one] of runs) run(id, one);
  };

  return {
    start(id, forMs = shownMs) {
      const one: Run = { leftMs: forMs, since: Date.now(), timer: undefined };
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
