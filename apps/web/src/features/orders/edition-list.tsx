import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { EditionCard } from './edition-card.tsx';
import type { NftEdition } from './goods.ts';
import { useEditions } from './use-goods.ts';

const grid = 'grid grid-cols-2 gap-3';

/** Every NFT that Points can buy, and those that are to come or are gone. */
export function EditionList({ onChoose }: { onChoose: (edition: NftEdition) => void }): ReactNode {
  const t = useText();
  const editions = useEditions();
  if (editions.isError && !editions.data) {
    return (
      <div className="card">
        <LoadError
          text={t('nft.error')}
          error={editions.error}
          retrying={editions.isFetching}
          onRetry={() => void editions.refetch()}
        />
      </div>
    );
  }
  if (!editions.data) {
    return (
      <LoadingRegion className={grid}>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} style={{ height: 348 }}>
            <Skeleton className="h-full w-full rounded-card" />
          </div>
        ))}
      </LoadingRegion>
    );
  }
  if (editions.data.length === 0) {
    return (
      <div className="card">
        <Empty icon={SparkleIcon} text={t('nft.none')} />
      </div>
    );
  }
  return (
    <ul aria-label={t('nft.editions')} className={grid}>
      {editions.data.map((edition) => (
        <li key={edition.goodsId}>
          <EditionCard edition={edition} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}
