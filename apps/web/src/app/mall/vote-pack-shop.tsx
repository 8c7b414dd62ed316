import type { ReactNode } from 'react';
import { VotePackList } from '#/features/orders/vote-pack-list.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RecordSkeleton } from '#/ui/record-skeleton.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { useCurrentActivityId } from '../use-current-activity-id.ts';
import { mallPath } from './mall-tabs.ts';
import { useOrderIntent } from './use-order-intent.tsx';

/** Votes of the current election for Points, without the detour by tickets. */
export function VotePackShop(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="vote-packs" className="card">
      <SectionHeading id="vote-packs" more={{ to: '/my-orders?tab=orders', text: t('order.records') }}>
        {t('votePack.title')}
      </SectionHeading>
      <VotePacks />
    </section>
  );
}

function VotePacks(): ReactNode {
  const t = useText();
  const { activityId, config } = useCurrentActivityId();
  const { choose, sheet } = useOrderIntent(mallPath('votes'));
  if (activityId === null) return <Empty icon={HeartIcon} text={t('votePack.none')} />;
  if (activityId === undefined) {
    if (!config.isError) return <RecordSkeleton />;
    return (
      <LoadError
        text={t('votePack.error')}
        error={config.error}
        retrying={config.isFetching}
        onRetry={() => void config.refetch()}
      />
    );
  }
  return (
    <>
      <VotePackList activityId={activityId} onChoose={(pack) => choose({ kind: 'votePack', pack })} />
      {sheet}
    </>
  );
}
