import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/first-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordSkeleton } from '#/ui/record-skeleton.tsx';
import { ShareBar } from '../summary/share-bar.tsx';
import { type IdolPlace, type TopSupporters as Supporters, useTopSupporters } from './use-idol.ts';

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];

/** The fans who cast most for an idol. */
export function TopSupporters({ place }: { place: IdolPlace }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useTopSupporters(place);
  return (
    <section aria-labelledby="idol-supporters" className="card">
      <h2 id="idol-supporters" className="text-title font-bold">
        {t('idol.supporters')}
      </h2>
      <p className="mb-2 text-caption text-pretty text-mute">{t('idol.supportersNote')}</p>
      {data ? <SupporterList list={data.list} /> : null}
      {!data && error ? (
        <LoadError
          text={t('idol.supportersError')}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <RecordSkeleton count={5} /> : null}
    </section>
  );
}

function SupporterList({ list }: Pick<Supporters, 'list'>): ReactNode {
  const t = useText();
  const mostVotes = list[0]?.votes ?? 0;
  if (list.length === 0) return <Empty icon={TrophyIcon} text={t('idol.noSupporters')} />;
  return (
    <ol className="divide-y divide-line">
      {list.map(({ place, nickname, avatarUrl, votes }) => (
        <li key={place} className="flex min-h-16 items-center gap-3 py-2">
          <span
            className={`num grid h-7 min-w-7 shrink-0 place-content-center rounded-full px-1 text-small font-extrabold ${medals[place] ?? 'text-mute'}`}
          >
            <span className="sr-only">{t('votes.rank', { rank: place })}</span>
            <span aria-hidden="true">{place}</span>
          </span>
          <Portrait src={avatarUrl} width={44} height={44} className="size-11 rounded-full" />
          <div className="min-w-0 flex-1">
            <p className="flex items-baseline justify-between gap-2">
              <span className="truncate font-semibold">{nickname}</span>
              <span className="num shrink-0 text-small font-extrabold">{formatNumber(votes)}</span>
            </p>
            <ShareBar part={mostVotes > 0 ? votes / mostVotes : 0} className="my-1.5" />
          </div>
        </li>
      ))}
    </ol>
  );
}
