import type { ReactNode } from 'react';
import type { useIdolCheers } from '#/features/cheers/use-cheer.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** An idol's cheers in a line of her profile; where they cannot be loaded, that and the way to try again. */
export function CheerCount({ cheers }: { cheers: ReturnType<typeof useIdolCheers> }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = cheers;
  if (data) return <RollingNumber value={data.cheers} />;
  if (!error) return <Skeleton className="h-4 w-10 rounded-full" />;
  return (
    <>
      <span role="alert" className="block">
        {t('cheer.loadError')}
      </span>
      <Button variant="soft" className="mt-2" busy={isFetching} onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>
    </>
  );
}
