import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { type Section, sectionNames, sectionPath, sections } from './sections.ts';

type SectionNavProps = {
  current: Section;
  /** True on a screen within the section, which is then not the page itself. */
  isWithin: boolean;
};

/**
 * The event's own navigation. Its screens are one place in the history, so that "back" leaves the event instead of
 * going through everything that was looked at.
 */
export function SectionNav({ current, isWithin }: SectionNavProps): ReactNode {
  const t = useText();
  const row = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && here)
      row.current.scrollLeft = here.offsetLeft - (row.current.clientWidth - here.clientWidth) / 2;
  }, []);

  return (
    <nav aria-label={t('songs.event')}>
      <ul ref={row} className="scroll-row gap-2 px-4">
        {sections.map((section) => {
          const here = section === current;
          return (
            <li key={section} className="shrink-0">
              <Link
                href={sectionPath(section)}
                replace
                aria-current={here ? (isWithin ? 'true' : 'page') : undefined}
                className={`press inline-flex min-h-11 items-center rounded-full px-4 text-small font-bold ${
                  here ? 'bg-ink text-bg' : 'bg-surface text-mute'
                }`}
              >
                {t(sectionNames[section])}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
