import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { pageName, pageOrder, pagePath } from '#/features/pages/page-name.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { SectionHeading } from '../section-heading.tsx';

/** The way to every written page. */
export function PageLinks(): ReactNode {
  const t = useText();
  return (
    <nav aria-labelledby="page-links" className="card">
      <SectionHeading id="page-links">{t('me.pages')}</SectionHeading>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
        {pageOrder.map((slug) => (
          <li key={slug}>
            <Link
              href={pagePath(slug)}
              className="press flex h-full min-h-12 items-center rounded-tile bg-raise px-3.5 py-2 text-small font-semibold"
            >
              {t(pageName(slug))}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
