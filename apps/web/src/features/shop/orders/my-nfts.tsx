import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { rowsOf } from '#/lib/paging/page.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { ListEnd } from '#/ui/list-end.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { type Nft, orderKeys } from './goods.ts';
import { NftPicture, SerialChip } from './nft-picture.tsx';
import { NftSheet } from './nft-sheet.tsx';

const grid = 'grid grid-cols-2 gap-3';

function useMyNfts(): PagedList<Nft> {
  return useMyPagedList({
    queryKey: orderKeys.nfts,
    fetchPage: (query, signal) => call('GET /activity/api/v1/packet/myNft', { query }, { signal }),
  });
}

const keyOf = ({ goodsId, serial }: Nft): string => `${goodsId}-${serial}`;

/** The fan's collection: every piece with its number, newest first. */
export function MyNfts(): ReactNode {
  const t = useText();
  const pages = useMyNfts();
  const [opened, setOpened] = useState<Nft | null>(null);
  if (!pages.data) {
    if (pages.error) {
      return (
        <div className="card">
          <LoadError
            text={t('nft.mineError')}
            error={pages.error}
            retrying={pages.isFetching}
            onRetry={() => void pages.refetch()}
          />
        </div>
      );
    }
    return (
      <LoadingRegion className={grid}>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} style={{ height: 292 }}>
            <Skeleton className="h-full w-full rounded-card" />
          </div>
        ))}
      </LoadingRegion>
    );
  }
  const nfts = rowsOf(pages.data.pages, keyOf);
  if (nfts.length === 0) {
    const toMall = (
      <Link href="/mall?tab=nfts" className={buttonStyle('soft')}>
        {t('nft.toMall')}
      </Link>
    );
    return (
      <div className="card">
        <Empty icon={SparkleIcon} text={t('nft.noneMine')} action={toMall} />
      </div>
    );
  }
  return (
    <>
      <ul aria-label={t('nft.mine')} className={grid}>
        {nfts.map((nft) => (
          <li key={keyOf(nft)}>
            <NftCard nft={nft} onOpen={() => setOpened(nft)} />
          </li>
        ))}
      </ul>
      <ListEnd
        pages={pages}
        shown={nfts.length}
        total={pages.data.pages.at(-1)?.total ?? nfts.length}
        isLong={pages.data.pages.length > 1}
        byItself
        onFocusChange={() => undefined}
      />
      {opened ? <OwnedNft nft={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

function NftCard({ nft, onOpen }: { nft: Nft; onOpen: () => void }): ReactNode {
  return (
    <article className="press relative flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-card">
      <NftPicture src={nft.pictureUrl} width={180} className="w-full" />
      <div className="flex flex-1 flex-col items-center justify-between gap-2 p-3 text-center">
        <h3 className="leading-snug font-bold text-pretty">
          <button type="button" className="after:absolute after:inset-0" onClick={onOpen}>
            {nft.title}
          </button>
        </h3>
        <SerialChip serial={nft.serial} size={nft.size} />
      </div>
    </article>
  );
}

/** One piece of the collection: which one it is, and since when the fan has it. */
function OwnedNft({ nft, onClose }: { nft: Nft; onClose: () => void }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { title, description, pictureUrl, serial, size, ownedAt } = nft;
  return (
    <NftSheet
      title={title}
      description={description}
      pictureUrl={pictureUrl}
      facts={
        <p className="num flex flex-wrap items-center gap-2 text-small text-mute">
          <SerialChip serial={serial} size={size} />
          {t('nft.ownedSince', { when: friendly(ownedAt) })}
        </p>
      }
      onClose={onClose}
    />
  );
}
