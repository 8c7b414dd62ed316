import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { VisitIcon } from '#/ui/icons/more-icons.tsx';
import type { Task } from './task.ts';

type VisitLinkProps = { link: NonNullable<Task['links']>[number]; onOpen: () => void };

/** A real link, so that no pop-up blocker is in the way; opening it starts the visit. */
export function VisitLink({ link, onOpen }: VisitLinkProps): ReactNode {
  const t = useText();
  return (
    <li>
      <a
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onOpen}
        onAuxClick={onOpen}
        className="press flex min-h-14 items-center gap-3 rounded-tile border-2 border-line px-4 font-semibold"
      >
        <span className="min-w-0 flex-1 truncate">
          {link.label}
          <span className="sr-only"> {t('visit.newWindow')}</span>
        </span>
        {link.viewed ? (
          <span className="inline-flex items-center gap-1 text-small font-bold text-ok">
            <CheckIcon size={18} />
            {t('visit.opened')}
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 text-small font-bold text-brand">
            {t('visit.open')}
            <VisitIcon size={18} />
          </span>
        )}
      </a>
    </li>
  );
}
