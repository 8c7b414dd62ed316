import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from './badge.tsx';

/** Shows the level of a fan beside the name; nothing for a fan who does not show it. */
export function LevelMark({ level }: { level: number | null }): ReactNode {
  const t = useText();
  return level === null ? null : (
    <Badge tone="quiet">
      <span className="num" aria-hidden="true">
        {t('progress.levelShort', { level })}
      </span>
      <span className="sr-only">{t('progress.level', { level })}</span>
    </Badge>
  );
}
