import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { NextIcon } from './icons/first-icons.tsx';
import { BackIcon } from './icons/more-icons.tsx';

type PagerProps = { page: number; pageCount: number; onPage: (page: number) => void };

/** Back and forth through a long record; nothing when there is one page only. */
export function Pager({ page, pageCount, onPage }: PagerProps): ReactNode {
  const t = useText();
  if (pageCount <= 1) return null;
  const turn = 'press grid size-11 place-content-center rounded-full bg-raise disabled:opacity-40';
  return (
    <nav aria-label={t('pager.label')} className="mt-3 flex items-center justify-center gap-4">
      <button
        type="button"
        className={turn}
        aria-label={t('pager.newer')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <BackIcon size={20} />
      </button>
      <span className="num text-small font-semibold text-mute">{t('pager.position', { page, pageCount })}</span>
      <button
        type="button"
        className={turn}
        aria-label={t('pager.older')}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      >
        <NextIcon size={20} />
      </button>
    </nav>
  );
}
