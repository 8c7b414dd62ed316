import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { CoinsIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RecordList } from '#/ui/record-list.tsx';
import { RecordRow, RecordSkeleton } from '#/ui/record-row.tsx';
import { assetLook } from './asset-tiles.tsx';
import { useLastDay } from './points-until.tsx';

const route = 'POST /wallet/api/v1/userExpand/getExpiryRecords';
type Expiry = DataOf<Contract[typeof route]>;

/** Lists what will expire, and by which rule. */
export function ComingExpiries(): ReactNode {
  const t = useText();
  const lastDay = useLastDay();
  const { data, error, isFetching, refetch } = useExpiry();
  if (!data) {
    if (!error) return <RecordSkeleton count={1} />;
    return (
      <LoadError text={t('expiry.comingError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      {data.coming.length === 0 ? null : (
        <ul aria-label={t('expiry.coming')} className="divide-y divide-line">
          {data.coming.map(({ assetName, label, amount, at }) => (
            <li key={`${assetName} ${at}`}>
              <RecordRow
                media={<AssetIcon assetName={assetName} />}
                title={label}
                detail={t('expiry.untilDay', { day: lastDay(at) })}
                trailing={<span className="num font-extrabold">{formatNumber(amount)}</span>}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 pb-1 text-small text-pretty text-mute">
        {data.months === null ? t('expiry.forever') : t('expiry.rule', { months: data.months })}
        {data.months === null ? null : ` ${t('expiry.tickets')}`}
      </p>
    </>
  );
}

export function PastExpiries(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useMyPagedList<Expiry>({
    queryKey: queryKeys.expiryRecords,
    order: 'newestFirst',
    fetchPage: (body, signal) => call(route, { body }, { signal }),
  });
  return (
    <RecordList
      label={t('expiry.gone')}
      pages={pages}
      errorText={t('expiry.comingError')}
      empty={{ icon: CoinsIcon, text: t('expiry.none') }}
      keyOf={({ transferId }) => transferId}
      viewOf={({ assetName, label, amount, expiredAt }) => ({
        media: <AssetIcon assetName={assetName} />,
        title: label,
        detail: t('expiry.expiredOn', { when: friendly(expiredAt) }),
        trailing: <span className="num font-extrabold text-mute">−{formatNumber(amount)}</span>,
      })}
    />
  );
}

/** Tells whether anything of the fan's has ever expired; undefined until it is known. */
export function useHasExpired(): boolean | undefined {
  const { data } = useExpiry();
  return data && data.total > 0;
}

function useExpiry(): UseQueryResult<Expiry> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.expiry, accountId],
    queryFn: ({ signal }) => call(route, { body: { pageNum: 1, pageSize: 1 } }, { signal }),
    enabled: accountId !== undefined,
  });
}

function AssetIcon({ assetName }: { assetName: string }): ReactNode {
  const { icon: Icon, tint, filled } = assetLook(assetName);
  return (
    <span className={`grid size-11 shrink-0 place-content-center rounded-full ${tint}`}>
      <Icon size={20} filled={filled} />
    </span>
  );
}
