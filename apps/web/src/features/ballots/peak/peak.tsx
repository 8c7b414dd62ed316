import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { createPortal, preinit } from 'react-dom';
import { idolPath } from '#/features/elections/election-queries.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useAssetAddress } from '#/lib/asset-address.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { ownTimeZone, useZonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { saveFile, shareAbilities, shareFile } from '#/lib/share-file.ts';
import { Button } from '#/ui/button.tsx';
import { HeartIcon, ReceiptIcon, SaveIcon, ShareIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon, CloseIcon } from '#/ui/icons/shell-icons.tsx';
import crowd from '#/ui/crowd.svg';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { useModalDialog } from '#/ui/use-modal-dialog.ts';
import type { CastVote } from '#/features/ballots/cast-vote.ts';
import type { Rung } from '#/features/ballots/ladder.ts';
import { cutOutOf, isPhoto, wordsSizeIn } from '#/features/elections/share-card/draw-idol-card.ts';
import { useIdolCard } from '#/features/elections/share-card/use-idol-card.ts';
import { usePeakSteps } from './peak-steps.ts';
import sheet from './peak.css?url';

// With the chunk, so that the first frame has it.
preinit(sheet, { as: 'style', precedence: 'default' });

/** Where the fan goes from the card. */
export type PeakWay = 'done' | 'again' | 'receipt';

type PeakProps = {
  activity: Activity;
  counted: CastVote;
  /** The idol above the one she has overtaken. */
  climb: readonly [hers: Rung, rival: Rung];
  /** When the answer came, by `performance.now()`. */
  answeredAt: number;
  onLeave: (way: PeakWay) => void;
};

/** Shows over the whole screen that a vote has lifted an idol, and the card that her fan can share. */
export function Peak({ activity, counted, climb, answeredAt, onLeave }: PeakProps): ReactNode {
  const t = useText();
  const titleId = useId();
  const [hers, rival] = climb;
  const { step, isCardDue, skip } = usePeakSteps(answeredAt);
  const [way, setWay] = useState<PeakWay>('done');
  const isCard = step === 'card';
  const { ref, close } = useModalDialog({ onClose: () => onLeave(way), closable: isCard, maskClosable: false });
  const leave = (next: PeakWay) => {
    setWay(next);
    close();
  };
  const picture = useLiftCard({ activity, counted, hers, isDue: isCardDue });
  const words = t('peak.title', { name: hers.name, rank: hers.rank });
  const ahead = t('peak.ahead', { votes: hers.votes - rival.votes, name: rival.name });
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && !isCard) skip();
  };
  return createPortal(
    <dialog
      ref={ref}
      className="peak"
      data-step={step}
      aria-labelledby={titleId}
      closedby={isCard ? 'closerequest' : 'none'}
      onKeyDown={onKeyDown}
    >
      <div className="stage peak-stage">
        <h2 id={titleId} tabIndex={-1} className="sr-only">
          {words}
        </h2>
        {isCard ? (
          <PeakCard counted={counted} picture={picture} words={words} ahead={ahead} onLeave={leave} />
        ) : (
          <PeakRise hers={hers} words={words} ahead={ahead} onSkip={skip} />
        )}
      </div>
    </dialog>,
    document.body,
  );
}

type LiftCardOptions = Pick<PeakProps, 'activity' | 'counted'> & { hers: Rung; isDue: boolean };

/** Draws the card once; its language is that of the vote. */
function useLiftCard({ activity, counted: { receipt, voteId }, hers, isDue }: LiftCardOptions) {
  const t = useText();
  const { languageType } = useEnvironment();
  const { userInfo } = useSession() ?? {};
  const dates = useZonedDates(activity.timeZone);
  const { name, rank, idolId, portraitUrl } = hers;
  return useIdolCard({
    content: {
      idolId,
      event: activity.title,
      rank,
      words: t('peak.mine', { name, rank }),
      wordsSize: wordsSizeIn[languageType],
      fanName: userInfo?.nickname ?? '',
      detail: t('peak.detail', { votes: receipt.num, at: dates.format(receipt.receivedAt, 'placed') }),
      cutOutUrl: cutOutOf(portraitUrl),
      avatarUrl: userInfo?.avatarUrl ?? null,
      pageUrl: location.origin + idolPath(activity.activityId, idolId),
    },
    queryKey: [voteId, languageType],
    isDue,
  });
}

type PeakRiseProps = { hers: Rung; words: string; ahead: string; onSkip: () => void };

/** Shows how she rises under her new place. The whole screen skips it; the words are the dialog's name, too. */
function PeakRise({ hers, words, ahead, onSkip }: PeakRiseProps): ReactNode {
  const t = useText();
  const address = useAssetAddress(cutOutOf(hers.portraitUrl));
  const { rank, rankBefore = rank } = hers;
  return (
    <button type="button" className="peak-rise" onClick={onSkip} aria-label={t('peak.skip')}>
      <span className="peak-glow" />
      <span className="peak-rank num" data-digits={String(rankBefore).length}>
        <span className="peak-roll">
          <span>{rank}</span>
          <span>{rankBefore}</span>
        </span>
      </span>
      <Confetti />
      <img
        alt=""
        src={address}
        width={400}
        height={480}
        className="peak-idol"
        data-photo={isPhoto(hers.portraitUrl) || undefined}
      />
      <span className="peak-words">
        <span className="text-balance">{words}</span>
        <span className="num">{ahead}</span>
      </span>
      <span className="peak-crowd" style={{ backgroundImage: `url(${crowd})` }} />
      <span className="peak-skip glassy">{t('peak.skip')}</span>
    </button>
  );
}

type PeakCardProps = {
  counted: CastVote;
  picture: ReturnType<typeof useIdolCard>;
  words: string;
  ahead: string;
  onLeave: (way: PeakWay) => void;
};

/** Shows the card with the ways to share it, and on. */
function PeakCard({ counted, picture, words, ahead, onLeave }: PeakCardProps): ReactNode {
  const t = useText();
  const { receipt, remaining } = counted;
  const { num } = receipt;
  const at = useZonedDates(ownTimeZone()).format(receipt.receivedAt, 'hour');
  return (
    <>
      <Confetti />
      <div className="peak-after">
        <Button variant="glass" className="peak-close" aria-label={t('common.dismiss')} onClick={() => onLeave('done')}>
          <CloseIcon size={22} />
        </Button>
        <p className="peak-left glassy num">
          <HeartIcon size={16} />
          {t('peak.left', { votes: remaining })}
        </p>
        <CardPicture picture={picture} />
        <div className="peak-side">
          <p className="peak-counted num">
            <CheckIcon size={16} />
            {t('vote.counted', { count: num })}
          </p>
          <p className="peak-title text-balance">{words}</p>
          <p className="num peak-ahead">{ahead}</p>
          <Ways file={picture.data?.file} />
          <div className="grid grid-cols-2 gap-2.5">
            <Button variant="glass" onClick={() => onLeave('again')}>
              {t('vote.again')}
            </Button>
            <Button variant="glass" onClick={() => onLeave('done')}>
              {t('common.done')}
            </Button>
          </div>
          <button type="button" className="peak-receipt num press" onClick={() => onLeave('receipt')}>
            <ReceiptIcon size={16} />
            {t('peak.receipt', { votes: num, at })}
          </button>
        </div>
      </div>
    </>
  );
}

function CardPicture({ picture }: { picture: ReturnType<typeof useIdolCard> }): ReactNode {
  const t = useText();
  const { data, alt, isError, refetch } = picture;
  if (data) return <img alt={alt} src={data.address} width={1080} height={1350} className="peak-card" />;
  return (
    <div className="peak-card" aria-busy={!isError}>
      {isError ? (
        <div className="grid h-full place-content-center gap-3 p-6 text-center" role="alert">
          <p>{t('card.error')}</p>
          <Button variant="glass" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Shows the buttons that this browser can keep the promise of. Both wait for the card. */
function Ways({ file }: { file: File | undefined }): ReactNode {
  const t = useText();
  const first = useArrivingFocus<HTMLDivElement>();
  const [hasFailed, setFailed] = useState(false);
  const [abilities] = useState(() => shareAbilities(new File([''], 'card.png', { type: 'image/png' })));
  const { canShare, canSave } = abilities;
  const share = async () => setFailed(file !== undefined && !(await shareFile(file)));
  const save = () => file && saveFile(file);
  return (
    <div ref={first} tabIndex={-1} className="peak-ways outline-none">
      {hasFailed ? <p role="alert">{t('card.shareFailed')}</p> : null}
      {canShare ? (
        <Button size="large" className="peak-main" busy={!file} onClick={() => void share()}>
          <ShareIcon size={20} />
          {t('peak.share')}
        </Button>
      ) : null}
      {canSave && !canShare ? (
        <Button size="large" className="peak-main" busy={!file} onClick={save}>
          <SaveIcon size={20} />
          {t('card.save')}
        </Button>
      ) : null}
      {canSave && canShare ? (
        <Button variant="glass" className="peak-save" aria-label={t('card.save')} onClick={save}>
          <SaveIcon size={22} />
        </Button>
      ) : null}
      {canSave ? null : <p className="text-center text-small">{t('card.hold')}</p>}
    </div>
  );
}

const confettiColours = ['#ff6fa5', '#ffd86b', '#b79bff', '#5be3c6', '#ffffff'];
/** Steps that fill a square evenly (the R2 sequence). */
const spread = [0.754878, 0.56984] as const;

/** Shows pieces that fall behind her and behind the card: the same ones every time, moved as one layer. */
function Confetti(): ReactNode {
  const id = useId();
  return (
    <svg aria-hidden="true" className="peak-confetti">
      <pattern id={id} width={390} height={844} patternUnits="userSpaceOnUse">
        {Array.from({ length: 44 }, (_, piece) => {
          const [x, y] = [12 + 366 * ((piece * spread[0]) % 1), 12 + 640 * ((piece * spread[1]) % 1)].map(Math.round);
          const size = 5 + (piece % 4) * 2;
          return (
            <rect
              key={piece}
              x={x}
              y={y}
              width={size}
              height={size * 1.7}
              rx={2}
              fill={confettiColours[piece % confettiColours.length]}
              transform={`rotate(${piece * 137} ${x} ${y})`}
            />
          );
        })}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
