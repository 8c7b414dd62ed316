import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isFinalAnswer } from '#/lib/api/api-error.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { giftErrorText } from './gift-error-text.ts';
import type { ReceiverName } from './receiver-name.ts';
import type { Face } from './use-gift-terms.ts';

type GiftReceiverProps = { by: ReceiverName['by']; receiver: UseQueryResult<Face> };

/** The fan behind a fan code, for a last look. Who has an email is told to nobody, so there it says to look twice. */
export function GiftReceiver({ by, receiver }: GiftReceiverProps): ReactNode {
  const t = useText();
  if (by === 'email') return <p className="rounded-tile bg-raise p-4 text-small text-pretty">{t('gift.byEmail')}</p>;
  if (receiver.data) {
    return (
      <div role="status" className="enter flex items-center gap-3 rounded-tile bg-ok-soft p-3">
        <Portrait src={receiver.data.avatarUrl} width={44} height={44} className="size-11 rounded-full" />
        <p className="min-w-0 truncate font-bold">{receiver.data.nickname}</p>
      </div>
    );
  }
  if (receiver.error) {
    return (
      <InlineAlert>
        <p>{giftErrorText(receiver.error, t)}</p>
        {isFinalAnswer(receiver.error) ? null : (
          <Button variant="soft" className="mt-3" busy={receiver.isFetching} onClick={() => void receiver.refetch()}>
            {t('common.retry')}
          </Button>
        )}
      </InlineAlert>
    );
  }
  return (
    <LoadingRegion>
      <Skeleton className="h-17 rounded-tile" />
    </LoadingRegion>
  );
}
