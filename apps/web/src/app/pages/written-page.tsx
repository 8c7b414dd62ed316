import type { PageSlug } from '@lightstick/contract';
import type { ComponentType, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { PageBody, usePage } from '#/features/content/page-body.tsx';
import { pageName } from '#/features/content/page-name.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { ScreenHeader } from '#/ui/screen-header.tsx';

type WrittenPageProps = {
  slug: PageSlug;
  /** The screen above this one. */
  backTo?: string;
  /** Stands above the text. */
  children?: ReactNode;
};

/** Shows the screen of a page of the content pack. */
export function WrittenPage({ slug, backTo = '/', children }: WrittenPageProps): ReactNode {
  const t = useText();
  const { data: page } = usePage(slug);
  const [, navigate] = useLocation();
  return (
    <>
      <ScreenHeader
        backTo={backTo}
        title={page?.title ?? t(pageName(slug))}
        // Two lines are kept free, so that nothing moves when the summary arrives.
        subtitle={<span className="block min-h-12">{page?.summary}</span>}
      />
      <div className="space-y-4 px-4">
        {children}
        <div className="card">
          <PageBody slug={slug} onFollow={navigate} />
        </div>
      </div>
    </>
  );
}

/** Returns a written page as its own screen. */
export function writtenPageScreen(slug: PageSlug, backTo: string): ComponentType {
  return () => <WrittenPage slug={slug} backTo={backTo} />;
}
