import type { ReactNode } from 'react';

type BadgeTone = 'brand' | 'ok' | 'warn' | 'quiet';

const tones: Readonly<Record<BadgeTone, string>> = {
  brand: 'bg-brand-soft text-brand',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  quiet: 'bg-raise text-mute',
};

/** Shows one or two words about the adjacent content. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }): ReactNode {
  return <span className={`shrink-0 rounded-full px-2 text-caption font-bold ${tones[tone]}`}>{children}</span>;
}
