import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { useCurrentActivityId } from '#/app/use-current-activity-id.ts';
import { PointsUntil } from '#/features/points/points-until.tsx';
import { pointAsset, useBalance } from '#/features/points/use-assets.ts';
import { EditionList } from '#/features/shop/orders/edition-list.tsx';
import type { Goods } from '#/features/shop/orders/goods.ts';
import { OrderSheet } from '#/features/shop/orders/order-sheet.tsx';
import { VotePackList } from '#/features/shop/orders/vote-pack-list.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { Empty } from '#/ui/empty.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { mallPath } from './mall-tabs.ts';
import { PointsToCome } from './points-to-come.tsx';

/** NFTs for Points, each in its edition. */
export function NftShop(): ReactNode {
  const t = useText();
  const { choose, sheet } = useOrderIntent(mallPath('nfts'));
  return (
    <section aria-labelledby="nfts">
      <SectionHeading id="nfts" more={{ to: '/my-orders', text: t('nft.mine') }}>
        {t('nft.title')}
      </SectionHeading>
      <EditionList onChoose={(edition) => choose({ kind: 'nft', edition })} />
      {sheet}
    </section>
  );
}

type OrderIntent = {
  readonly choose: (goods: Goods) => void;
  /** The open order sheet, if any. */
  readonly sheet: ReactNode;
};

/** Opens the order sheet for a fan, and the sign-in screen for a visitor, who returns to `path`. */
function useOrderIntent(path: string): OrderIntent {
  const session = useSession();
  const points = useBalance(pointAsset);
  const [, navigate] = useLocation();
  const [goods, setGoods] = useState<Goods | null>(null);
  return {
    choose: (chosen) => (session ? setGoods(chosen) : navigate(signInPath(path))),
    sheet: goods ? (
      <OrderSheet
        goods={goods}
        points={points}
        pointsToCome={<PointsToCome />}
        pointsNote={<PointsUntil />}
        onClose={() => setGoods(null)}
      />
    ) : null,
  };
}

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
