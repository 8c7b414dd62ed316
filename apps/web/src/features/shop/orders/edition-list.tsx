import { type ReactNode, useState } from 'react';
import { NftPicture, NftSheet } from './nft-piece.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { type NftEdition, useEditions, nftBlock } from './goods.ts';

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3';

/** Lists NFTs for Points, including coming and sold-out ones. */
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

type EditionCardProps = { edition: NftEdition; onChoose: (edition: NftEdition) => void };

/** Shows a framed edition with the number of taken pieces. */
function EditionCard({ edition, onChoose }: EditionCardProps): ReactNode {
  const t = useText();
  const { title, description, pictureUrl, price } = edition;
  const block = nftBlock(edition);
  const isGone = block === 'soldOut' || block === 'ended';
  const [isOpen, setIsOpen] = useState(false);
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-card">
      <NftPicture src={pictureUrl} width={180} className={`w-full ${isGone ? 'opacity-40' : ''}`} />
      <div className="flex flex-1 flex-col justify-between p-3">
        <div>
          <h3 className="leading-snug font-bold text-pretty">
            <button type="button" className="text-left after:absolute after:inset-0" onClick={() => setIsOpen(true)}>
              {title}
            </button>
          </h3>
          <p className="mt-0.5 line-clamp-2 text-caption text-mute">{description}</p>
        </div>
        <div className="space-y-2 pt-3">
          <EditionFacts edition={edition} />
          {block ? (
            <p
              className={
                'flex min-h-11 items-center justify-center rounded-control bg-raise text-small font-bold text-mute'
              }
            >
              {t(`mall.block.${block}`)}
            </p>
          ) : (
            <Button
              className="relative z-10 w-full"
              aria-label={t('nft.buy', { title, points: price })}
              onClick={() => onChoose(edition)}
            >
              <StarIcon size={18} filled />
              <span className="num">{formatNumber(price)}</span>
            </Button>
          )}
        </div>
      </div>
      {isOpen ? (
        <NftSheet
          title={title}
          description={description}
          pictureUrl={pictureUrl}
          facts={<EditionFacts edition={edition} />}
          action={block ? undefined : { text: t('nft.buy', { title, points: price }), onAct: () => onChoose(edition) }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </article>
  );
}

/** Says how many are left, how many one fan may have and has, and from or until when. */
function EditionFacts({ edition }: { edition: NftEdition }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const isFan = useAccountId() !== undefined;
  const { size, left, perFanLimit, boughtByMe, state, opensAt, closesAt } = edition;
  const facts = [
    state === 'notOpen' ? t('mall.opensAt', { when: friendly(opensAt) }) : null,
    state === 'open' && closesAt ? t('mall.closesAt', { when: friendly(closesAt) }) : null,
    perFanLimit === null ? null : t(isFan ? 'mall.limit' : 'mall.limitEach', { taken: boughtByMe, limit: perFanLimit }),
  ].filter((fact) => fact !== null);
  return (
    <div className="num space-y-1.5 text-caption font-semibold text-mute">
      {state === 'ended' ? null : (
        <>
          <p>{t('nft.leftOfSize', { left, size })}</p>
          <ProgressBar done={size - left} total={size} label={t('nft.gone')} />
        </>
      )}
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </div>
  );
}
