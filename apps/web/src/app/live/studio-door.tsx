import type { ReactNode } from 'react';
import { studioPath } from '#/features/live-studio/studio-queries.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { CameraIcon } from '#/ui/icons/more-icons.tsx';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';

/** The way of a host into the studio. Its link loads the page, which has a policy of its own. */
export function StudioDoor({ roomId }: { roomId?: string }): ReactNode {
  const t = useText();
  return (
    <a href={studioPath(roomId)} className="press card flex items-center gap-3.5">
      <span className="action grid size-12 shrink-0 place-content-center rounded-tile">
        <CameraIcon size={26} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-body font-bold">{t('studio.open')}</span>
        <span className="block text-small text-pretty text-mute">{t('studio.openText')}</span>
      </span>
      <NextIcon size={20} className="text-mute" />
    </a>
  );
}
