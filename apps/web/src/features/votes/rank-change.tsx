import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { DownIcon, UpIcon } from '#/ui/icons/first-icons.tsx';

/** Places gained or lost since the last snapshot; a place kept says nothing. */
export function RankChange({ change }: { change: number }): ReactNode {
  const t = useText();
  if (change === 0) return null;
  const gained = change > 0;
  return (
    <span className={`num inline-flex items-center text-caption font-bold ${gained ? 'text-ok' : 'text-mute'}`}>
      {gained ? <UpIcon size={12} /> : <DownIcon size={12} />}
      <span aria-hidden="true">{Math.abs(change)}</span>
      <span className="sr-only">{t(gained ? 'votes.rankUp' : 'votes.rankDown', { places: Math.abs(change) })}</span>
    </span>
  );
}
