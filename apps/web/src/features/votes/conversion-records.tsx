import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { SwapIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { type ConversionFilter, useConversions } from './use-vote-record.ts';

const everything: ConversionFilter = {};

type ConversionRecordsProps = {
  filter?: ConversionFilter;
  /** Only so many of the newest; the whole record is elsewhere. */
  latest?: number;
};

/** The fan's conversions of tickets into votes, newest first. */
export function ConversionRecords({ filter = everything, latest }: ConversionRecordsProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const pages = useConversions(filter, latest);
  return (
    <InfiniteList
      label={t('me.conversions')}
      more={latest === undefined ? 'near-end' : 'elsewhere'}
      pages={pages}
      errorText={t('records.conversionsError')}
      empty={
        <Empty
          icon={SwapIcon}
          text={t(filter.activityId === undefined ? 'records.noConversions' : 'records.noConversionsFiltered')}
        />
      }
      keyOf={(conversion) => conversion.transferId}
      renderRow={({ tickets, votes, transferredAt }) => (
        <RecordRow
          media={
            <span className="grid size-11 place-content-center rounded-full bg-brand-soft text-brand">
              <SwapIcon size={20} />
            </span>
          }
          title={t('records.converted', { tickets })}
          detail={friendly(transferredAt)}
          trailing={<span className="num font-extrabold text-ok">+{formatNumber(votes)}</span>}
        />
      )}
    />
  );
}
