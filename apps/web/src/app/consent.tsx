import type { PageSlug } from '@lightstick/contract';
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { pageName, pagePath } from '#/features/pages/page-name.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';

const pageSheet = lazyPart<{ slug: PageSlug; onClose: () => void }>(() =>
  import('./pages/page-sheet.tsx').then((module) => module.PageSheet),
);

/** Stands for a link in the sentence; no language writes it. */
const mark = '\u0000';

/** What signing up agrees to, and the way to read it without leaving the form. */
export function Consent(): ReactNode {
  const t = useText();
  const [open, setOpen] = useState<PageSlug | null>(null);
  const [before, between, after] = t('login.consent', { terms: mark, privacy: mark }).split(mark);
  const link = (slug: PageSlug) => (
    <a
      href={pagePath(slug)}
      onPointerEnter={() => void pageSheet.preload()}
      onClick={(event) => openInPlace(event, () => setOpen(slug))}
      className="font-semibold text-brand underline underline-offset-3"
    >
      {t(pageName(slug))}
    </a>
  );
  return (
    <>
      <p className="text-small text-pretty text-mute">
        {before}
        {link('use-terms')}
        {between}
        {link('privacy-policy')}
        {after}
      </p>
      {open ? (
        <Suspense fallback={null}>
          <pageSheet.Component slug={open} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A plain click opens the sheet; one that asks for another tab gets it. */
function openInPlace(event: MouseEvent, show: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  show();
}
