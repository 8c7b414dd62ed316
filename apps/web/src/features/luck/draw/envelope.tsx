import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { type EnvelopeDraw, useAttempts, useLuckState } from '#/features/luck/luck-queries.ts';
import type { Purse } from '#/features/luck/next-steps.tsx';
import { useAwaitedPrizes } from '#/features/luck/reveal/use-awaited-prizes.ts';
import { useReasonNotToJoin } from '#/features/luck/taking-part.ts';
import { type EnvelopePrize, participateErrorText, useEnvelope } from '#/features/luck/participate.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useConfig } from '#/lib/use-config.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon, RefreshIcon, TasksIcon, CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { UnsettledAlert } from '#/ui/spend/spend-sheet.tsx';
import { Drawing, Glow, golden, lights, Ramp, Sparkle } from '#/ui/art/drawing.tsx';

const reveal = lazyPart(() => import('../reveal/reveal.tsx').then((module) => module.Reveal));

type EnvelopeCardProps = {
  draw: EnvelopeDraw;
  /** The envelope as a picture whose flap can be lifted. */
  vessel: ReactNode;
  /** The fan's means to go on with after a draw. */
  purse: Purse;
  /** Replaces the button for visitors. */
  signIn: ReactNode | undefined;
};

/** Shows the attempts that a fan has left, one press to use one, and how to earn more. */
export function EnvelopeCard({ draw, vessel, purse, signIn }: EnvelopeCardProps): ReactNode {
  const attempts = useAttempts(draw);
  // Attempts of today count for the draw of today.
  const state = useLuckState(draw);
  return (
    <div className="space-y-4">
      {signIn ?? <DrawNow draw={draw} attemptsLeft={attempts?.left ?? 0} vessel={vessel} purse={purse} />}
      {attempts && state === 'open' && draw.mayTakePart?.verdict !== 'regionClosed' ? (
        <Earning attempts={attempts} />
      ) : null}
    </div>
  );
}

type DrawNowProps = Pick<EnvelopeCardProps, 'draw' | 'vessel' | 'purse'> & { attemptsLeft: number };

function DrawNow({ draw, attemptsLeft, vessel, purse }: DrawNowProps): ReactNode {
  const t = useText();
  const [drawn, setDrawn] = useState<EnvelopePrize | null>(null);
  // Each draw has its own show.
  const [draws, setDraws] = useState(0);
  const awaited = useAwaitedPrizes();
  const envelope = useEnvelope(
    draw,
    (answer) => awaited.receive([answer.prize], { onWatched: () => setDrawn(answer) }),
    awaited.refuse,
  );
  const { error, isPending, unsettled } = envelope;
  const state = useLuckState(draw);
  const left = drawn?.left ?? attemptsLeft;
  const keptOut = useReasonNotToJoin(draw);
  const mayDraw = left > 0 && state === 'open' && keptOut === null;
  const Reveal = reveal.Component;
  const drawOne = () => {
    setDrawn(null);
    awaited.begin();
    setDraws(draws + 1);
    envelope.draw();
  };
  useEffect(() => {
    if (mayDraw) void reveal.preload();
  }, [mayDraw]);
  return (
    <>
      <p className="text-center">
        <span className="block text-score leading-none font-extrabold">
          <RollingNumber value={left} />
        </span>
        <span className="mt-1 block text-small font-semibold text-mute">{t('draw.attemptsLeft', { count: left })}</span>
      </p>
      {unsettled && !isPending ? <UnsettledAlert text={t('draw.unsettled')} error={error} /> : null}
      {error && !unsettled ? <InlineAlert>{participateErrorText(error, t)}</InlineAlert> : null}
      <SpendButton size="large" busy={isPending} disabled={!mayDraw && !unsettled} onClick={drawOne}>
        {buttonText({ state, left, isKeptOut: keptOut !== null, hasUnsettled: unsettled !== null }, t)}
      </SpendButton>
      {keptOut !== null && (state === 'open' || state === 'notOpen') ? (
        <p className="text-center text-small font-semibold text-pretty text-mute">{keptOut}</p>
      ) : null}
      {(isPending && !awaited.hasLeft) || drawn ? (
        <Suspense>
          <Reveal
            key={draws}
            title={draw.title}
            vessel={vessel}
            results={drawn ? [drawn.prize] : null}
            purse={purse}
            onLeave={awaited.leave}
            onClose={() => setDrawn(null)}
            again={
              mayDraw
                ? {
                    text: t('draw.again', { count: left }),
                    onAgain: drawOne,
                  }
                : undefined
            }
          />
        </Suspense>
      ) : null}
    </>
  );
}

type ButtonState = { state: EnvelopeDraw['state']; left: number; isKeptOut: boolean; hasUnsettled: boolean };

function buttonText({ state, left, isKeptOut, hasUnsettled }: ButtonState, t: Translate): string {
  if (hasUnsettled) return t('mall.askAgain');
  if (state !== 'open') return t(`draw.state.${state}`);
  return left > 0 || isKeptOut ? t('draw.draw') : t('draw.noAttempts');
}

type Attempts = NonNullable<EnvelopeDraw['attempts']>;

const ways = {
  checkIn: { icon: CalendarIcon, to: '/task', go: 'draw.go.checkIn' },
  task: { icon: TasksIcon, to: '/task', go: 'draw.go.task' },
  vote: { icon: HeartIcon, to: '/vote-activity', go: 'draw.go.vote' },
} as const;

/** Shows each way to earn an attempt, with today's progress and a link. */
function Earning({ attempts }: { attempts: Attempts }): ReactNode {
  const t = useText();
  return (
    <section aria-label={t('draw.earn')} className="rounded-tile bg-raise p-4">
      <h2 className="text-body font-bold">{t('draw.earn')}</h2>
      <ul className="mt-1 divide-y divide-line">
        {attempts.earnedBy.map(({ by, each, earned, most }) => {
          const { icon: Icon, to, go } = ways[by];
          return (
            <li key={by} className="flex items-center gap-3 py-3">
              <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
                <Icon size={22} />
              </span>
              <div className="min-w-0 flex-1">
                <p className="text-small font-semibold text-pretty">{t(`draw.by.${by}`, { each })}</p>
                <p className="num text-caption text-mute">{t('draw.earned', { earned, most })}</p>
              </div>
              {earned >= most ? (
                <span className="flex shrink-0 items-center gap-1 text-small font-bold text-ok">
                  <CheckIcon size={18} />
                  {t('draw.earnedAll')}
                </span>
              ) : (
                <Link href={to} className={`${buttonStyle('soft')} shrink-0`}>
                  {t(go)}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <Resets at={attempts.nextAt} />
    </section>
  );
}

/** Shows the platform's midnight, also by the fan's clock where that is another. */
function Resets({ at }: { at: string }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const friendly = useFriendlyDate();
  const { data } = useConfig();
  if (!data) return <p className="num text-caption text-mute">{t('draw.resetsAt', { time: friendly(at) })}</p>;
  const platform = zonedDates(data.timeZone, languageType);
  const [time, own] = [platform.format(at, 'hour'), zonedDates(ownTimeZone(), languageType).format(at, 'hour')];
  const { place } = platform;
  return (
    <p className="num flex items-center gap-2 text-caption font-semibold text-mute">
      <RefreshIcon size={16} />
      {time === own ? t('draw.resetsIn', { time, place }) : t('draw.resetsInBoth', { time, place, own })}
    </p>
  );
}

const star = 'M0-15l4.4 9.2 10.1 1.3-7.4 6.9 1.9 10L0 7.5l-9 4.9 1.9-10-7.4-6.9 10.1-1.3z';
const waves = 'M118 196c14-22 28-22 42 0 14-22 28-22 42 0M118 212c14-14 28-14 42 0 14-14 28-14 42 0';

/** Draws three red envelopes, of which the first opens. The classes `vessel-*` name what moves (reveal.css of luck). */
export function EnvelopeArt(): ReactNode {
  return (
    <Drawing width={320} height={268}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.gold} strength={0.55} />
            <Ramp id={name('paper')} from="#f0466f" to="#b3123f" />
            <Ramp id={name('flap')} from="#d81f52" to="#a50d38" />
            <Ramp id={name('gold')} from={golden.from} to={golden.to} />
          </defs>
          <circle className="vessel-glow" cx="160" cy="134" r="136" fill={`url(#${name('glow')})`} />
          {[-17, 17].map((angle) => (
            <g key={angle} transform={`rotate(${angle} 160 300)`} opacity=".92">
              <Sheet fill="#8f0f36" />
            </g>
          ))}
          <g className="vessel-body">
            <Sheet fill={`url(#${name('paper')})`} />
            <path
              d={waves}
              fill="none"
              stroke={lights.gold}
              strokeOpacity=".55"
              strokeWidth="2.5"
              strokeLinecap="round"
            />
          </g>
          <g className="vessel-flap">
            <path
              d="M94 66V42a18 18 0 0 1 18-18h96a18 18 0 0 1 18 18v24c-30 52-102 52-132 0z"
              fill={`url(#${name('flap')})`}
            />
            <path d="M95 66c30 52 100 52 130 0" fill="none" stroke={lights.gold} strokeOpacity=".8" strokeWidth="3" />
            <circle cx="160" cy="104" r="27" fill={`url(#${name('gold')})`} stroke={golden.rim} strokeWidth="2.5" />
            <path d={star} transform="translate(160 104)" fill="#b81648" />
          </g>
          <Sparkle x={46} y={70} size={8} />
          <Sparkle x={280} y={52} size={7} />
          <Sparkle x={292} y={176} size={5} />
          <Sparkle x={34} y={182} size={5} />
        </>
      )}
    </Drawing>
  );
}

/** Shows the paper of an envelope with its golden line. */
function Sheet({ fill }: { fill: string }): ReactNode {
  return (
    <>
      <rect x="94" y="24" width="132" height="206" rx="18" fill={fill} />
      <rect
        x="102"
        y="32"
        width="116"
        height="190"
        rx="12"
        fill="none"
        stroke={lights.gold}
        strokeOpacity=".5"
        strokeWidth="2"
      />
    </>
  );
}
