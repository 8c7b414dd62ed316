import { type ReactNode, Suspense, useState } from 'react';
import { type Raffle, useLuckState } from '#/features/luck/luck-queries.ts';
import { nextSteps, type Purse, StepLink } from '#/features/luck/next-steps.tsx';
import { useReasonNotToJoin } from '#/features/luck/taking-part.ts';
import { PrizePicture } from '#/features/luck/prizes.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { Button } from '#/ui/button.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { Drawing, Glow, lights, night, Ramp, Sparkle } from '#/ui/art/drawing.tsx';

const raffleSheet = lazyPart(() => import('./raffle-sheet.tsx').then((module) => module.RaffleSheet));

type RaffleCardProps = {
  raffle: Raffle;
  points: number | undefined;
  pointsToCome: ReactNode;
  /** Says until when the Points last. */
  pointsNote: ReactNode;
  /** Replaces the button for visitors. */
  signIn: ReactNode | undefined;
};

/** Shows how many take part and the fan's own entries, and sells more. */
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

/** Shows the fan's entries as a ticket, with the hash that stands for them in the list. */
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

/** Shows how it came out for the fan, once it is drawn. */
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

/** The capsules in the drum, around its middle. */
const capsules = [
  { x: -44, y: 22, turn: 20, colour: lights.mint },
  { x: -16, y: 44, turn: -40, colour: lights.gold },
  { x: 22, y: 42, turn: 65, colour: lights.pink },
  { x: 50, y: 16, turn: -20, colour: lights.violet },
  { x: 4, y: 8, turn: 100, colour: lights.blush },
  { x: -34, y: -18, turn: -70, colour: lights.violet },
  { x: 32, y: -24, turn: 30, colour: lights.mint },
  { x: -2, y: -46, turn: 0, colour: lights.gold },
] as const;

/** Draws a drum of capsules, which turns by the class `drum-turns` while it is drawn (features/luck/draw/draw.css). */
export function DrumArt({ turns = false }: { turns?: boolean }): ReactNode {
  return (
    <Drawing width={320} height={250}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.violet} />
            <radialGradient id={name('glass')} cx=".35" cy=".3">
              <stop stopColor="#fff" stopOpacity=".38" />
              <stop offset=".7" stopColor="#fff" stopOpacity=".1" />
              <stop offset="1" stopColor="#fff" stopOpacity=".28" />
            </radialGradient>
            <Ramp id={name('foot')} from={lights.pink} to="#b81660" />
          </defs>
          <circle cx="160" cy="112" r="132" fill={`url(#${name('glow')})`} />
          <ellipse cx="160" cy="236" rx="104" ry="13" fill={night} opacity=".6" />
          <path d="M110 176h100l24 56a6 6 0 0 1-6 8H92a6 6 0 0 1-6-8z" fill={`url(#${name('foot')})`} />
          <path d="M86 232l4-10h140l4 10a6 6 0 0 1-6 8H92a6 6 0 0 1-6-8z" fill="#fff" opacity=".22" />
          <circle cx="160" cy="104" r="92" fill={night} opacity=".45" />
          <g className={turns ? 'drum-turns' : 'drum'} transform="translate(160 104)">
            <g className="drum-capsules">
              <circle r="84" fill="none" />
              {capsules.map(({ x, y, turn, colour }) => (
                <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${turn})`}>
                  <circle r="19" fill={colour} />
                  <path d="M-19 0a19 19 0 0 0 38 0z" fill="#fff" opacity=".8" />
                  <path d="M-19 0h38" stroke={night} strokeOpacity=".25" strokeWidth="2" />
                  <circle cx="-6" cy="-8" r="4" fill="#fff" opacity=".7" />
                </g>
              ))}
            </g>
          </g>
          <circle
            cx="160"
            cy="104"
            r="92"
            fill={`url(#${name('glass')})`}
            stroke="#fff"
            strokeOpacity=".7"
            strokeWidth="4"
          />
          <path
            d="M96 66a74 74 0 0 1 36-34"
            fill="none"
            stroke="#fff"
            strokeWidth="7"
            strokeLinecap="round"
            opacity=".85"
          />
          <circle cx="160" cy="210" r="17" fill={night} />
          <circle cx="160" cy="210" r="11" fill={lights.gold} />
          <Sparkle x={44} y={46} size={8} />
          <Sparkle x={284} y={62} size={7} />
          <Sparkle x={272} y={170} size={5} />
        </>
      )}
    </Drawing>
  );
}
