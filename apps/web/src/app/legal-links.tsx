import type { PageSlug } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { pageName, pagePath } from '#/features/pages/page-name.ts';
import { useText } from '#/lib/i18n/use-text.ts';

const slugs: readonly PageSlug[] = ['about-us', 'use-terms', 'privacy-policy', 'csae-policy'];

/** The pages that everybody must be able to find before they have an account. */
export function LegalLinks(): ReactNode {
  const t = useText();
  return (
    <nav aria-label={t('me.pages')}>
      <ul className="flex flex-wrap justify-center gap-x-4">
        {slugs.map((slug) => (
          <li key={slug}>
            <Link
              href={pagePath(slug)}
              className="inline-flex min-h-11 items-center text-small font-semibold text-mute underline underline-offset-3"
            >
              {t(pageName(slug))}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
