import type { PageSlug } from '@lightstick/contract';
import { type ReactNode, useCallback, useState } from 'react';
import { PageBody, usePage } from '#/features/content/page-body.tsx';
import { pageName, slugOfPath } from '#/features/content/page-name.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';

type PageSheetProps = { slug: PageSlug; onClose: () => void };

/** Shows a written page in a sheet, so that reading the terms does not discard a half-filled form. */
export function PageSheet({ slug: first, onClose }: PageSheetProps): ReactNode {
  const t = useText();
  const [slug, setSlug] = useState(first);
  const { data: page } = usePage(slug);
  const follow = useCallback((path: string) => {
    const next = slugOfPath(path);
    // Links to other places than pages open beside the form.
    if (next) setSlug(next);
    else window.open(path, '_blank', 'noopener');
  }, []);
  return (
    <Sheet title={page?.title ?? t(pageName(slug))} subtitle={page?.summary} onClose={onClose}>
      {(close) => (
        <div key={slug} className="mt-5 space-y-6">
          <PageBody slug={slug} onFollow={follow} />
          <Button variant="soft" size="large" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
