import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type IdolPlace, useIdol } from '#/features/elections/idol/use-idol.ts';
import { useWithdrawnText } from '#/features/elections/withdrawn-idols.tsx';
import { refusalReason } from '#/lib/refusal-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RankingRowsSkeleton } from '#/features/rankings/ranking-list.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { IdolPage, IdolStageSkeleton } from '../idol/idol-page.tsx';
import { useCurrentActivityId } from '../election.tsx';

/** Shows an idol's own page: of the one in the address, in the activity there or else the current one. */
export function IdolScreen(): ReactNode {
  const t = useText();
  const idolId = useQueryParameter('idolId');
  const { activityId, config } = useCurrentActivityId();
  if (idolId === null || activityId === null) return <UnknownIdol text={t('idol.unknown')} />;
  if (activityId !== undefined) return <Idol key={idolId} place={{ activityId, idolId }} />;
  if (!config.isError) return <IdolToCome />;
  return (
    <Bare>
      <LoadError
        text={t('idol.loadError')}
        error={config.error}
        retrying={config.isFetching}
        onRetry={() => void config.refetch()}
      />
    </Bare>
  );
}

const unknown = new Set(['IDOL_NOT_FOUND', 'ACTIVITY_NOT_FOUND']);

function Idol({ place }: { place: IdolPlace }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useIdol(place);
  const withdrawn = useWithdrawnText(place, error);
  if (data) return <IdolPage idol={data} />;
  if (!error) return <IdolToCome />;
  if (unknown.has(refusalReason(error) ?? '')) return <UnknownIdol text={t('idol.unknown')} />;
  if (withdrawn !== undefined) return <UnknownIdol text={withdrawn} />;
  return (
    <Bare>
      <LoadError text={t('idol.loadError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    </Bare>
  );
}

function IdolToCome(): ReactNode {
  return (
    <>
      <IdolStageSkeleton />
      <div className="relative z-10 -mt-6 px-4">
        <div className="card">
          <RankingRowsSkeleton count={3} />
        </div>
      </div>
    </>
  );
}

/** Answers an address without an idol who stands in the election. */
function UnknownIdol({ text }: { text: string }): ReactNode {
  const t = useText();
  return (
    <Bare>
      <Empty
        icon={SearchIcon}
        text={text}
        action={
          <Link href="/search-idol" className={buttonStyle('soft')}>
            {t('search.title')}
          </Link>
        }
      />
    </Bare>
  );
}

function Bare({ children }: { children: ReactNode }): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={t('idol.title')} backTo="/vote-activity" />
      <div className="mx-4 card">{children}</div>
    </>
  );
}
