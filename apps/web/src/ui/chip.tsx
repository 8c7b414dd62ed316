import type { ReactNode } from 'react';

type ChipProps = { pressed: boolean; onPress: () => void; children: ReactNode };

/** Shows one of several filters, which is on or off. */
export function Chip({ pressed, onPress, children }: ChipProps): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={`press inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-small font-bold ${
        pressed ? 'bg-ink text-bg' : 'bg-surface text-mute'
      }`}
    >
      {children}
    </button>
  );
}
