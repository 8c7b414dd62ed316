import type { ReactNode } from 'react';
import { IdolGrid, IdolGridSkeleton } from '#/features/votes/search/idol-grid.tsx';
import type { Standing, Team } from '#/features/votes/standings.ts';
import type { Standings } from '#/features/votes/use-standings.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';

type FoundIdolsProps = {
  /** Undefined until the idols are known. */
  found: readonly Standing[] | undefined;
  standings: Standings;
  teams: readonly Team[] | undefined;
  onOpen: (idolId: string) => void;
  onClear: () => void;
};

/** The idols that fit, or why none is shown. */
export function FoundIdols({ found, standings, teams, onOpen, onClear }: FoundIdolsProps): ReactNode {
  const t = useText();
  const { error, isFetching, retry } = standings;
  if (error) {
    return (
      <div className="card">
        <LoadError text={t('search.error')} error={error} retrying={isFetching} onRetry={retry} />
      </div>
    );
  }
  if (!found) return <IdolGridSkeleton />;
  return (
    <section aria-label={t('search.results')} className="space-y-3">
      <p role="status" className="num px-1 text-small font-semibold text-mute">
        {t('search.count', { count: found.length })}
      </p>
      {found.length > 0 ? (
        <IdolGrid standings={found} teams={teams} onOpen={onOpen} />
      ) : (
        <div className="card">
          <Empty
            icon={SearchIcon}
            text={t('search.nobody')}
            action={
              <Button variant="soft" onClick={onClear}>
                {t('search.showAll')}
              </Button>
            }
          />
        </div>
      )}
    </section>
  );
}
