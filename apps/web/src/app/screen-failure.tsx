import type { ReactNode } from 'react';
import { TransportError } from '#/lib/api/api-error.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { ChunkLoadError } from '#/lib/lazy-part.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

/** In place of a screen that failed. A chunk that failed once stays failed in this page, so Retry loads the page anew. */
export function ScreenFailure({ error }: { error: Error }): ReactNode {
  const t = useText();
  const cause = error instanceof ChunkLoadError ? new TransportError('network', location.pathname) : error;
  return (
    <>
      <ScreenHeader title={t('screenFailure.title')} />
      <div className="mx-4 card">
        <LoadError text={t('screenFailure.text')} error={cause} onRetry={() => location.reload()} />
      </div>
    </>
  );
}
