import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';

/** In place of a screen that failed. A chunk that failed once stays failed in this page, so Retry loads the page anew. */
export function ScreenFailure({ error }: { error: Error }): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={t('screenFailure.title')} />
      <div className="mx-4 card">
        <LoadError text={t('screenFailure.text')} error={error} onRetry={() => location.reload()} />
      </div>
    </>
  );
}
