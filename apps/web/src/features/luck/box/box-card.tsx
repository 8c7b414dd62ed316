import { type ReactNode, Suspense, useState } from 'react';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { type BlindBox, useLuckState } from '#/features/luck/luck-queries.ts';
import { LuckTerms, OddsButton } from '#/features/luck/campaign-terms.tsx';
import type { Purse } from '#/features/luck/next-steps.tsx';
import { useReasonNotToJoin } from '#/features/luck/taking-part.ts';
import { type OpeningBlock, openingBlock, rareWithin } from './odds.ts';

const boxSheet = lazyPart(() => import('./box-sheet.tsx').then((module) => module.BoxSheet));

type BoxCardProps = {
  box: BlindBox;
  /** The fan's Points; undefined while they are not known, and for visitors. */
  points: number | undefined;
  /** Replaces the form of the payment until then. */
  pointsToCome: ReactNode;
  /** Says until when the Points last. */
  pointsNote: ReactNode;
  /** The box as a picture whose lid can be lifted. */
  vessel: ReactNode;
  /** The fan's means to go on with after an opening. */
  purse: Purse;
  /** Undefined for visitors, who see a link to sign in instead. */
  signIn: ReactNode | undefined;
};

/** Shows what one costs, how many are left, and the openings of one or ten, with the odds beside them. */
export function BoxCard({ box, points, pointsToCome, pointsNote, vessel, purse, signIn }: BoxCardProps): ReactNode {
  const t = useText();
  const [opening, setOpening] = useState<number | null>(null);
  const BoxSheet = boxSheet.Component;
  const { left, total } = box;
  const leftText = t('box.left', { left, total });
  return (
    <div className="space-y-4">
      <div className="space-y-2">
        <p className="num flex flex-wrap justify-between gap-x-3 text-small font-semibold">
          <span>{leftText}</span>
          {points === undefined ? null : <span className="text-mute">{t('order.pointsLeft', { points })}</span>}
        </p>
        <ProgressBar label={t('box.stock')} value={leftText} done={left} total={total} />
      </div>
      <Pity box={box} />
      {signIn ?? <Openings box={box} points={points} onOpen={setOpening} />}
      <LuckTerms terms={box} />
      <OddsButton campaign={box} />
      <p className="text-center text-caption text-mute">{t('box.noGuarantee')}</p>
      <Suspense>
        {opening === null ? null : (
          <BoxSheet
            box={box}
            num={opening}
            points={points}
            pointsToCome={pointsToCome}
            pointsNote={pointsNote}
            vessel={vessel}
            purse={purse}
            onClose={() => setOpening(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Shows the rule that a rare prize comes within so many openings, as far as this fan has come. */
function Pity({ box }: { box: BlindBox }): ReactNode {
  const t = useText();
  const state = useLuckState(box);
  const within = rareWithin(box);
  if (state !== 'open' || within === null || !box.pity) return null;
  return (
    <div className="rounded-tile bg-warn-soft p-3.5 text-warn">
      <p className="num flex items-center gap-2 text-small font-bold">
        <SparkleIcon size={18} filled />
        {within === 1 ? t('box.rareNext') : t('box.rareWithin', { count: within })}
      </p>
      <ProgressBar
        className="mt-2 bg-surface"
        label={t('box.rareCounter')}
        value={t('box.rareSince', box.pity)}
        done={box.pity.since}
        total={box.pity.within}
      />
    </div>
  );
}

const tenfold = 10;

type OpeningsProps = { box: BlindBox; points: number | undefined; onOpen: (num: number) => void };

const stateLook = 'num grid min-h-14 place-content-center rounded-tile bg-raise px-4 text-center font-bold text-mute';

function Openings({ box, points, onOpen }: OpeningsProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const state = useLuckState(box);
  const keptOut = useReasonNotToJoin(box);
  if (state !== 'open') {
    return (
      <>
        <p className={stateLook}>
          {state === 'notOpen' ? t('mall.opensAt', { when: friendly(box.opensAt) }) : t(`box.state.${state}`)}
        </p>
        {state === 'notOpen' ? <Reason text={keptOut} /> : null}
      </>
    );
  }
  const blockOfOne = openingBlock(box, 1, undefined);
  const blockOfTen = openingBlock(box, tenfold, points);
  const block = blockOfOne ?? blockOfTen;
  const isKeptOut = keptOut !== null;
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <OpenButton num={1} price={box.price} isBlocked={isKeptOut || blockOfOne !== null} onOpen={onOpen} />
        <OpenButton num={tenfold} price={box.price} isBlocked={isKeptOut || blockOfTen !== null} onOpen={onOpen} />
      </div>
      <Reason text={keptOut ?? (block && blockText(box, block, points, t))} />
    </>
  );
}

/** Says why a button beside it cannot be pressed. */
function Reason({ text }: { text: string | null }): ReactNode {
  if (text === null) return null;
  return <p className="num text-center text-small font-semibold text-pretty text-mute">{text}</p>;
}

function blockText(box: BlindBox, block: OpeningBlock, points = 0, t: ReturnType<typeof useText>): string {
  const { perFanLimit, openedByMe, left, price } = box;
  if (block === 'points') {
    // Ten are far away for a fan who cannot pay for one.
    const count = points < price ? 1 : tenfold;
    return t('box.block.points', { count, missing: price * count - points });
  }
  if (block === 'stock') return t('box.block.stock', { left });
  const limit = perFanLimit ?? 0;
  return openedByMe >= limit ? t('box.block.limit', { limit }) : t('box.block.limitLeft', { left: limit - openedByMe });
}

type OpenButtonProps = { num: number; price: number; isBlocked: boolean; onOpen: (num: number) => void };

function OpenButton({ num, price, isBlocked, onOpen }: OpenButtonProps): ReactNode {
  const t = useText();
  return (
    <button
      type="button"
      disabled={isBlocked}
      className={
        'press rounded-tile px-3 py-3 text-center disabled:opacity-50 ' +
        (num === 1 ? 'bg-brand-soft text-brand' : 'action')
      }
      onClick={() => onOpen(num)}
    >
      <span className="block text-title font-extrabold">{t('box.open', { count: num })}</span>
      <span className="num mt-0.5 flex items-center justify-center gap-1 text-small font-bold">
        <StarIcon size={16} filled />
        {formatNumber(price * num)}
        <span className="sr-only">{t('points.unit')}</span>
      </span>
    </button>
  );
}
