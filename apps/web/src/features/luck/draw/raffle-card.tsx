import { type ReactNode, Suspense, useState } from 'react';
import { type Raffle, useLuckState } from '#/features/luck/luck-queries.ts';
import { nextSteps, type Purse } from '#/features/luck/next-steps.ts';
import { StepLink } from '#/features/luck/step-link.tsx';
import { useReasonNotToJoin } from '#/features/luck/taking-part.ts';
import { PrizePicture } from '#/features/luck/prize-picture.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';

const raffleSheet = lazyPart(() => import('./raffle-sheet.tsx').then((module) => module.RaffleSheet));

type RaffleCardProps = {
  raffle: Raffle;
  points: number | undefined;
  pointsToCome: ReactNode;
  /** Until when they last. */
  pointsNote: ReactNode;
  /** Shown to visitors instead of the button. */
  signIn: ReactNode | undefined;
};

/** How many take part, the fan's own entries, and the way to more. */
export function RaffleCard({ raffle, points, pointsToCome, pointsNote, signIn }: RaffleCardProps): ReactNode {
  const t = useText();
  const { entries, entrants, prizes } = raffle;
  const facts = [
    [entrants, 'draw.entrants'],
    [entries, 'draw.entries'],
    [prizes.reduce((sum, { total }) => sum + total, 0), 'draw.prizesInAll'],
  ] as const satisfies readonly (readonly [number, MessageId])[];
  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-3 gap-3 text-center">
        {facts.map(([count, label]) => (
          <div key={label} className="flex flex-col-reverse rounded-tile bg-raise px-2 py-3">
            <dt className="text-caption font-semibold text-mute">{t(label)}</dt>
            <dd className="text-section font-extrabold">
              <RollingNumber value={count} />
            </dd>
          </div>
        ))}
      </dl>
      <Mine raffle={raffle} />
      {signIn ?? <Enter raffle={raffle} points={points} pointsToCome={pointsToCome} pointsNote={pointsNote} />}
    </div>
  );
}

/** The fan's entries as a ticket, with the hash that stands for them in the list. */
function Mine({ raffle: { mine, perFanLimit } }: { raffle: Raffle }): ReactNode {
  const t = useText();
  if (!mine || mine.entries === 0) return null;
  return (
    <div className="flex items-center gap-4 rounded-tile bg-brand-soft p-3.5 text-brand">
      <span className="grid size-12 shrink-0 action place-content-center rounded-control">
        <TicketIcon size={26} />
      </span>
      <div className="min-w-0">
        <p className="num text-body font-extrabold">
          {t('draw.myEntries', { count: mine.entries, limit: perFanLimit })}
        </p>
        {mine.entryHash === null ? null : (
          <p className="num text-caption font-semibold break-all">{t('draw.myHash', { hash: mine.entryHash })}</p>
        )}
      </div>
    </div>
  );
}

type EnterProps = Pick<RaffleCardProps, 'raffle' | 'points' | 'pointsToCome' | 'pointsNote'>;

function Enter({ raffle, points, pointsToCome, pointsNote }: EnterProps): ReactNode {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const state = useLuckState(raffle);
  const { price, perFanLimit, mine } = raffle;
  const left = perFanLimit - (mine?.entries ?? 0);
  const keptOut = useReasonNotToJoin(raffle);
  const reason =
    keptOut === null ? null : <p className="text-center text-small font-semibold text-pretty text-mute">{keptOut}</p>;
  const RaffleSheet = raffleSheet.Component;
  if (state !== 'open' && !isOpen) {
    return state === 'notOpen' ? (
      <>
        <Button size="large" disabled>
          {t('draw.state.notOpen')}
        </Button>
        {reason}
      </>
    ) : null;
  }
  return (
    <>
      <Button size="large" disabled={left < 1 || keptOut !== null} onClick={() => setIsOpen(true)}>
        {left < 1 ? t('draw.limitReached') : t('draw.enter')}
      </Button>
      {reason}
      <p className="num text-center text-caption text-mute">
        {price === 0 ? t('draw.freeEntry') : t('draw.entryPrice', { price })} ·{' '}
        {t('draw.entryLimit', { limit: formatNumber(perFanLimit) })}
      </p>
      {isOpen ? (
        <Suspense>
          <RaffleSheet
            raffle={raffle}
            points={points}
            pointsToCome={pointsToCome}
            pointsNote={pointsNote}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** How it came out for the fan, once it is drawn. */
export function Outcome({ raffle, purse }: { raffle: Raffle; purse: Purse }): ReactNode {
  const t = useText();
  const { draw, winners, mine, prizes } = raffle;
  if (draw !== 'drawn' || winners.length === 0 || !mine || mine.entries === 0) return null;
  const { won } = mine;
  const prize = won && prizes.find(({ prizeId }) => prizeId === won.prizeId);
  const gives = prize?.gives;
  const [step] = nextSteps({ given: gives ? [gives] : [], pieces: prize && !gives ? 1 : 0 }, purse);
  return (
    <>
      {won ? (
        <div className="flex items-center gap-4 rounded-tile medal-1 p-3.5 text-medal">
          {prize ? <PrizePicture {...prize} width={56} className="h-18 w-14 shrink-0 rounded-control" /> : null}
          <div className="min-w-0">
            <p className="text-title font-extrabold">{t('draw.won', { place: won.place })}</p>
            <p className="text-small font-semibold">{prize?.title}</p>
          </div>
        </div>
      ) : (
        <p className="rounded-tile bg-raise p-3.5 text-center text-small font-semibold">{t('draw.notWon')}</p>
      )}
      {step ? <StepLink step={step} size="large" /> : null}
    </>
  );
}
