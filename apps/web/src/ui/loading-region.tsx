import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';

/** Wraps skeletons, so that screen readers hear once that something is loading instead of nothing. */
export function LoadingRegion({ children, className = '' }: { children: ReactNode; className?: string }): ReactNode {
  const t = useText();
  return (
    <div aria-busy="true" className={className}>
      <span className="sr-only" role="status">
        {t('common.loading')}
      </span>
      {children}
    </div>
  );
}
