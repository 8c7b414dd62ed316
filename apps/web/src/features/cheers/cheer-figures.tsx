import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { IdolCheers } from './use-cheer.ts';

/** An idol's cheers, the fan's part of them, and where that puts the fan among all who cheer. */
export function CheerFigures({ cheers }: { cheers: IdolCheers | undefined }): ReactNode {
  const t = useText();
  const rank = cheers?.mine?.rank;
  return (
    <dl className="grid grid-cols-3 gap-2.5">
      <Figure label={t('cheer.all')}>{cheers ? <RollingNumber value={cheers.cheers} /> : null}</Figure>
      <Figure label={t('cheer.mine')}>{cheers?.mine ? <RollingNumber value={cheers.mine.forIdol} /> : null}</Figure>
      <Figure label={t('cheer.rank')}>{cheers ? (rank ? `#${formatNumber(rank)}` : '–') : null}</Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex flex-col-reverse justify-end rounded-tile bg-raise p-3 text-center">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="num text-title font-extrabold">
        {children ?? <Skeleton className="mx-auto h-6 w-10 rounded-full" />}
      </dd>
    </div>
  );
}
