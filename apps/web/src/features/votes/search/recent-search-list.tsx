import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { forgetSearches, useRecentSearches } from './recent-searches.ts';

/** What was searched for lately on this device, one tap away; nothing where there is nothing yet. */
export function RecentSearchList({ onPick }: { onPick: (keyword: string) => void }): ReactNode {
  const t = useText();
  const keywords = useRecentSearches();
  if (keywords.length === 0) return null;
  return (
    <section aria-label={t('search.recent')}>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="text-small font-bold text-mute">{t('search.recent')}</h2>
        <Button variant="quiet" className="-mr-4" aria-label={t('search.forgetAll')} onClick={forgetSearches}>
          {t('search.forget')}
        </Button>
      </div>
      <ul className="scroll-row -mx-4 gap-2 px-4">
        {keywords.map((keyword) => (
          <li key={keyword} className="shrink-0">
            <button
              type="button"
              onClick={() => onPick(keyword)}
              className="press inline-flex min-h-11 max-w-60 items-center gap-2 rounded-full border border-line px-4 text-small font-semibold"
            >
              <ClockIcon size={16} className="text-mute" />
              <span className="truncate">{keyword}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
