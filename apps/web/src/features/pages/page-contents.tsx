import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { NextIcon } from '#/ui/icons/first-icons.tsx';
import type { Page } from './use-page.ts';

/** Fewer sections are seen at a glance. */
const leastSections = 4;

/** The sections of a long page, folded so that the text itself begins on the first screen. */
export function PageContents({ headings }: Pick<Page, 'headings'>): ReactNode {
  const t = useText();
  const sections = headings.filter(({ level }) => level === 2);
  if (sections.length < leastSections) return null;
  return (
    <details className="group mt-4 rounded-tile bg-raise">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-tile px-4 text-small font-bold [&::-webkit-details-marker]:hidden">
        <span className="flex-1">{t('page.contents')}</span>
        <span className="num font-medium text-mute">{t('page.sections', { count: sections.length })}</span>
        <NextIcon size={16} className="text-mute transition-transform group-open:rotate-90" />
      </summary>
      <nav aria-label={t('page.contents')}>
        <ol className="px-4 pb-3">
          {sections.map(({ id, text }) => (
            <li key={id} className="border-t border-line">
              <a href={`#${encodeURIComponent(id)}`} className="flex min-h-11 items-center text-small font-semibold">
                {text}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}
