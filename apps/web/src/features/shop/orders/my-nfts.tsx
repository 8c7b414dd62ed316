import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { useAwaitingInterval } from '#/lib/clock/use-awaiting-interval.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { rowsOf, type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { ListEnd } from '#/ui/infinite-list.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { NewRows } from '#/ui/new-rows.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { awaitedOf, type Nft, orderKeys, useMoveTerms } from './goods.ts';
import { MoveSheet } from './move-sheet.tsx';
import { NftPicture, SerialChip, NftSheet, PiecePlace, PlaceBadge } from './nft-piece.tsx';

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3';

/** Loads the pieces again while one is on its way to the wallet. */
function useMyNfts(): PagedList<Nft> {
  const intervalWhile = useAwaitingInterval();
  return useMyPagedList({
    queryKey: orderKeys.nfts,
    order: 'newestFirst',
    refetchInterval: (pages) => intervalWhile(awaitedOf(pages.flatMap(({ list }) => list))),
    fetchPage: (query, signal) => call('GET /activity/api/v1/packet/myNft', { query }, { signal }),
  });
}

const keyOf = ({ goodsId, serial }: Nft): string => `${goodsId}-${serial}`;

type MyNftsProps = {
  /** Links a wallet for a fan who wants to move a piece and has none. */
  renderLinkWallet: (onClose: () => void) => ReactNode;
};

/** Shows the fan's collection: every piece with its number and place, newest first. */
export function MyNfts(props: MyNftsProps): ReactNode {
  const t = useText();
  const pages = useMyNfts();
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
        <NewRows label={t('nft.mine')} pages={pages} keyOf={keyOf} />
        <Empty icon={SparkleIcon} text={t('nft.noneMine')} action={toMall} />
      </div>
    );
  }
  return (
    <>
      <Pieces nfts={nfts} pages={pages} {...props} />
      <ListEnd
        pages={pages}
        shown={nfts.length}
        total={Math.max(...pages.data.pages.map(({ total }) => total))}
        isLong={pages.data.pages.length > 1}
        byItself
        onFocusChange={() => undefined}
      />
    </>
  );
}

type PiecesProps = MyNftsProps & { nfts: readonly Nft[]; pages: PagedList<Nft> };

/**
 * Shows the pieces, and the sheets about one: what it is, moving it, linking a wallet for it. A sheet leaves the screen
 * while the next one arrives, so each has its own state.
 */
function Pieces({ nfts, pages, renderLinkWallet }: PiecesProps): ReactNode {
  const t = useText();
  const list = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const [moving, setMoving] = useState<string | null>(null);
  const [linkingFor, setLinkingFor] = useState<string | null>(null);
  // By its key, so that an open sheet shows the newest state of the list.
  const nftOf = (key: string | null) => nfts.find((nft) => keyOf(nft) === key);
  const [openedNft, movingNft] = [nftOf(opened), nftOf(moving)];
  return (
    <>
      <div>
        <NewRows label={t('nft.mine')} pages={pages} keyOf={keyOf} list={list} />
        <ul ref={list} aria-label={t('nft.mine')} className={grid}>
          {nfts.map((nft) => (
            <li key={keyOf(nft)} className="scroll-mt-16">
              <NftCard nft={nft} onOpen={() => setOpened(keyOf(nft))} />
            </li>
          ))}
        </ul>
      </div>
      {openedNft ? <OwnedNft nft={openedNft} onMove={() => setMoving(opened)} onClose={() => setOpened(null)} /> : null}
      {movingNft ? (
        <MoveSheet nft={movingNft} onLinkWallet={() => setLinkingFor(moving)} onClose={() => setMoving(null)} />
      ) : null}
      {linkingFor === null
        ? null
        : renderLinkWallet(() => {
            setLinkingFor(null);
            setMoving(linkingFor);
          })}
    </>
  );
}

function NftCard({ nft, onOpen }: { nft: Nft; onOpen: () => void }): ReactNode {
  return (
    <article className="press relative flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-card">
      <NftPicture src={nft.pictureUrl} width={180} className="w-full" />
      <div className="flex flex-1 flex-col items-center justify-between gap-2 p-3 text-center">
        <h2 className="leading-snug font-bold text-pretty">
          <button type="button" className="after:absolute after:inset-0" onClick={onOpen}>
            {nft.title}
          </button>
        </h2>
        <div className="flex flex-col items-center gap-1.5">
          <SerialChip serial={nft.serial} size={nft.size} />
          <PlaceBadge place={nft.place} />
        </div>
      </div>
    </article>
  );
}

type OwnedNftProps = { nft: Nft; onMove: () => void; onClose: () => void };

/**
 * Shows one piece of the collection: its number, since when the fan has it, where it is, and a button that moves it to
 * the wallet.
 */
function OwnedNft({ nft, onMove, onClose }: OwnedNftProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const terms = useMoveTerms();
  const { title, description, pictureUrl, serial, size, ownedAt, place } = nft;
  const isInCustody = place === 'custody';
  return (
    <NftSheet
      title={title}
      description={description}
      pictureUrl={pictureUrl}
      facts={
        <>
          <p className="num flex flex-wrap items-center gap-2 text-small text-mute">
            <SerialChip serial={serial} size={size} />
            {t('nft.ownedSince', { when: friendly(ownedAt) })}
          </p>
          <PiecePlace piece={nft} />
          {isInCustody && terms.data ? (
            <p className="text-small text-pretty text-mute">
              {t(terms.data.isOpen ? 'nft.custodyNote' : 'nft.custodyWithoutChain')}
            </p>
          ) : null}
        </>
      }
      action={isInCustody && terms.data?.isOpen ? { text: t('nft.move'), onAct: onMove } : undefined}
      onClose={onClose}
    />
  );
}
