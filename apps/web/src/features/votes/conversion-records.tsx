import { type ReactNode, useState } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { SwapIcon } from '#/ui/icons/more-icons.tsx';
import { PagedRecord } from '#/ui/paged-record.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { useConversions } from './use-vote-record.ts';

const pageSize = 10;

/** The fan's conversions of tickets into votes, newest first. */
export function ConversionRecords(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const [pageNum, setPageNum] = useState(1);
  const record = useConversions({ pageNum, pageSize });
  return (
    <PagedRecord
      record={record}
      onPage={setPageNum}
      errorText={t('records.conversionsError')}
      empty={<Empty icon={SwapIcon} text={t('records.noConversions')} />}
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
