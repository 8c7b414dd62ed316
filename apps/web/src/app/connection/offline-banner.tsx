import type { ReactNode } from 'react';
import { useConnection } from '#/lib/connection.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useConnectionWatch } from './use-connection-watch.ts';

/**
 * Says for as long as it lasts that there is no way to the server. It lies over the page's top edge, above where toasts
 * begin, moves nothing and lets every touch through. The region is always there, so that its change is announced.
 */
export function OfflineBanner(): ReactNode {
  const t = useText();
  const isCut = useConnection() !== 'online';
  useConnectionWatch();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 z-50 flex justify-center"
      style={{ top: 'calc(var(--safe-top) + 6px)' }}
    >
      {isCut ? (
        <p className="enter flex items-center gap-2 rounded-full border border-line bg-surface px-3.5 py-1 text-caption font-bold text-ink shadow-lift">
          <span aria-hidden="true" className="size-2 rounded-full bg-warn" />
          {t('connection.none')}
        </p>
      ) : null}
    </div>
  );
}
