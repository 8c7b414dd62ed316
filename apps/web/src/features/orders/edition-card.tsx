import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { StarIcon } from '#/ui/icons/first-icons.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { type NftEdition, nftBlock } from './goods.ts';
import { NftPicture } from './nft-picture.tsx';

type EditionCardProps = { edition: NftEdition; onChoose: (edition: NftEdition) => void };

/** An edition as a picture in its frame, with how much of it is gone. */
export function EditionCard({ edition, onChoose }: EditionCardProps): ReactNode {
  const t = useText();
  const { title, description, pictureUrl, price } = edition;
  const block = nftBlock(edition);
  const isGone = block === 'soldOut' || block === 'ended';
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-card">
      <NftPicture src={pictureUrl} width={180} className={`w-full ${isGone ? 'opacity-40' : ''}`} />
      <div className="flex flex-1 flex-col justify-between p-3">
        <div>
          <h3 className="leading-snug font-bold text-pretty">{title}</h3>
          <p className="mt-0.5 line-clamp-2 text-caption text-mute">{description}</p>
        </div>
        <div className="space-y-2 pt-3">
          <EditionFacts edition={edition} />
          {block ? (
            <p className="flex min-h-11 items-center justify-center rounded-control bg-raise text-small font-bold text-mute">
              {t(`mall.block.${block}`)}
            </p>
          ) : (
            <Button
              className="w-full"
              aria-label={t('nft.buy', { title, points: price })}
              onClick={() => onChoose(edition)}
            >
              <StarIcon size={18} filled />
              <span className="num">{formatNumber(price)}</span>
            </Button>
          )}
        </div>
      </div>
    </article>
  );
}

/** How many are left, how many one fan may have and has, and from or until when. */
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
