import type { PageSlug } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { refusalReason } from '#/lib/api/refusal-reason.ts';
import { type Language, languageTag, useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Empty } from '#/ui/empty.tsx';
import { CalendarIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { PageContents } from './page-contents.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { PageText } from './page-text.tsx';
import { useInnerLinks } from './use-inner-links.ts';
import { type Page, usePage } from './use-page.ts';

type PageBodyProps = {
  slug: PageSlug;
  /** Goes to another screen that the text links to; must be stable. */
  onFollow: (path: string) => void;
};

/** A written page below its title: the day of its wording, its sections and its text, or why there is none. */
export function PageBody({ slug, onFollow }: PageBodyProps): ReactNode {
  const t = useText();
  const page = usePage(slug);
  if (page.data) return <Written page={page.data} onFollow={onFollow} />;
  if (!page.isError) return <PageSkeleton />;
  if (refusalReason(page.error) === 'PAGE_NOT_FOUND') {
    return (
      <Empty
        icon={ReceiptIcon}
        text={t('page.notWritten')}
        action={
          <Link href="/" className={buttonStyle('soft')}>
            {t('stayTuned.home')}
          </Link>
        }
      />
    );
  }
  return (
    <LoadError
      text={t('page.error')}
      error={page.error}
      retrying={page.isFetching}
      onRetry={() => void page.refetch()}
    />
  );
}

function Written({ page, onFollow }: { page: Page; onFollow: (path: string) => void }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const links = useInnerLinks(onFollow);
  return (
    <article ref={links}>
      <p className="flex items-center gap-2 text-small font-semibold text-mute">
        <CalendarIcon size={18} />
        {t('page.updated', { day: longDay(page.updatedAt, languageType) })}
      </p>
      <PageContents headings={page.headings} />
      {/* Another wording is another text: the place in the old one means nothing in it. */}
      <PageText key={page.html} html={page.html} />
    </article>
  );
}

/** A day such as `2026-11-21` in words: `November 21, 2026`, `2026年11月21日`. */
function longDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
