import type { ReactNode } from 'react';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { ClockIcon, VisitIcon } from '#/ui/icons/more-icons.tsx';
import type { Task } from './task.ts';

type Link = NonNullable<Task['links']>[number];
type VisitLinkProps = { link: Link; nowMs: number; onOpen: () => void };

/** A real link, so that no pop-up blocker is in the way; opening it starts its visit. */
export function VisitLink({ link, nowMs, onOpen }: VisitLinkProps): ReactNode {
  const t = useText();
  const isDone = link.doneAt !== undefined && nowMs >= Date.parse(link.doneAt);
  return (
    <li>
      <a
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onOpen}
        onAuxClick={onOpen}
        className={`press flex min-h-16 items-center gap-3 rounded-tile border-2 px-4 py-2 ${isDone ? 'border-transparent bg-ok-soft' : 'border-line'}`}
      >
        <span className="min-w-0 flex-1">
          {link.linkType === 'page' ? null : (
            <span className="block text-caption font-semibold text-mute">{t(`visit.link.${link.linkType}`)}</span>
          )}
          <span className="block truncate font-semibold">
            {link.label}
            <span className="sr-only"> {t('visit.newWindow')}</span>
          </span>
        </span>
        <VisitMark link={link} isDone={isDone} nowMs={nowMs} />
      </a>
    </li>
  );
}

/** How far the visit of one link is. */
function VisitMark({ link, isDone, nowMs }: { link: Link; isDone: boolean; nowMs: number }): ReactNode {
  const t = useText();
  if (isDone) {
    return (
      <span className="inline-flex shrink-0 items-center gap-1 text-small font-bold text-ok">
        <CheckIcon size={18} />
        {t('visit.done')}
      </span>
    );
  }
  if (link.doneAt) {
    const time = formatMinutesSeconds((Date.parse(link.doneAt) - nowMs) / 1000);
    return (
      <span className="num inline-flex shrink-0 items-center gap-1.5 text-small font-bold text-warn">
        <ClockIcon size={18} />
        {t('visit.linkLeft', { time })}
      </span>
    );
  }
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-small font-bold text-brand">
      {t('visit.open')}
      <VisitIcon size={18} />
    </span>
  );
}
