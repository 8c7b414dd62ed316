import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { useProgress } from './use-progress.ts';

/** Shows the fan's level on the stage; its place is kept while it loads. */
export function LevelChip(): ReactNode {
  const t = useText();
  const { data } = useProgress();
  return (
    <p className="mt-1 min-h-6">
      {data ? (
        <span className="num inline-block rounded-full bg-black/30 px-2.5 py-0.5 text-caption font-bold">
          {t('progress.level', { level: data.level.level })}
        </span>
      ) : null}
    </p>
  );
}
