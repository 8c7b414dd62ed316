import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type PrizeAsset, givenText, givenUnit } from '#/features/luck/given.ts';
import type { LuckState, Packet } from '#/features/luck/luck-queries.ts';
import { type NextStep, StepLink } from '#/features/luck/next-steps.tsx';
import { useReasonNotToJoin } from '#/features/luck/taking-part.ts';
import { remainingTime, useServerNow } from '#/lib/clock/server-clock.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { celebrate } from '#/ui/confetti.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { PacketArt, straighten, tilt } from './packet-art.tsx';
import { cardOutMs, type PacketMood, prefersStill } from './packet-motions.ts';
import { usePlaceText, useSpanText } from './packet.ts';
import { grabErrorText, type PacketGrab } from './use-grab.ts';

type PacketStageProps = {
  packet: Packet;
  /** The state by the clock, and by the answer to a grab. */
  state: LuckState;
  grabbing: PacketGrab;
  /** Stands where a fan grabs; undefined for fans. */
  signIn: ReactNode | undefined;
  /** The fan's next step with a share. */
  step: NextStep | undefined;
  /** A link from a packet that is over to the next step. */
  next: ReactNode;
};

/**
 * Shows the packet, and what can be done with it now. All states are equally high, so that nothing moves when one
 * turns.
 */
export function PacketStage({ packet, state, grabbing, signIn, step, next }: PacketStageProps): ReactNode {
  const t = useText();
  const { share, isFresh, isPending, canRetry } = grabbing;
  const isOpen = !share && (state === 'open' || isPending);
  const hasButton = isOpen && canRetry && !signIn;
  const keptOut = useReasonNotToJoin(packet);
  const mood = keptOut !== null && isOpen ? 'sealed' : moodOf(state, grabbing);
  const given = share && { ...packet.total, amount: share.amount };
  const news = {
    sealed: '',
    calling: t('packet.isOpen'),
    opening: t('packet.grabbing'),
    full: given ? t('packet.got', { given: givenText(given, t) }) : '',
    empty: t(overText(packet, state)),
  };
  return (
    <div onPointerMove={tilt} onPointerLeave={straighten}>
      <p role="status" className="sr-only">
        {news[mood]}
      </p>
      <div className="relative">
        <PacketArt mood={mood} isFresh={isFresh} total={packet.total.amount}>
          {given ? <Amount given={given} isFresh={isFresh} /> : null}
        </PacketArt>
        {hasButton ? <GrabButton grabbing={grabbing} isDisabled={keptOut !== null} /> : null}
      </div>
      <div className={`space-y-3 text-center ${hasButton ? 'min-h-22 pt-3' : 'min-h-40 pt-4'}`}>
        {share ? <Got packet={packet} share={share} isFresh={isFresh} step={step} /> : null}
        {isOpen ? signIn : null}
        {isOpen && keptOut === null ? <Grabbable packet={packet} grabbing={grabbing} /> : null}
        {isOpen ? <p className="text-small font-semibold text-pretty">{keptOut}</p> : null}
        {!share && !isOpen && state === 'notOpen' ? <Coming packet={packet} signIn={signIn} keptOut={keptOut} /> : null}
        {!share && !isOpen && state !== 'notOpen' ? (
          <Over packet={packet} state={state} isFresh={isFresh}>
            {next}
          </Over>
        ) : null}
      </div>
    </div>
  );
}

function moodOf(state: LuckState, { share, isPending, canRetry }: PacketGrab): PacketMood {
  if (share) return 'full';
  if (isPending) return 'opening';
  if (state === 'notOpen' || !canRetry) return 'sealed';
  return state === 'open' ? 'calling' : 'empty';
}

function overText({ left }: Packet, state: LuckState): MessageId {
  return state === 'soldOut' || left === 0 ? 'packet.soldOut' : 'packet.ended';
}

type ComingProps = Pick<PacketStageProps, 'packet' | 'signIn'> & { keptOut: string | null };

/** Shows how long it is until the packet opens, to the second of the server's clock. */
function Coming({ packet, signIn, keptOut }: ComingProps): ReactNode {
  const t = useText();
  return (
    <>
      <div>
        <p className="text-small font-bold text-gold">{t('packet.opensIn')}</p>
        <BigCountdown until={packet.opensAt} />
      </div>
      {signIn ?? (
        <p className="text-small font-medium text-pretty">{keptOut ?? t('packet.rule', { shares: packet.shares })}</p>
      )}
    </>
  );
}

/** The seconds in which a fan holds their breath. */
const lastSeconds = 10;

function BigCountdown({ until }: { until: string }): ReactNode {
  const t = useText();
  const targetMs = Date.parse(until);
  const nowMs = useServerNow(targetMs);
  const digits = useRef<HTMLSpanElement>(null);
  const left = remainingTime(targetMs, nowMs);
  const text = formatTimeLeft(targetMs, nowMs);
  const isLast = targetMs - nowMs <= lastSeconds * 1000;

  const beat = isLast ? left.seconds : undefined;

  useEffect(() => {
    if (beat === undefined || prefersStill()) return;
    digits.current?.animate([{ transform: 'scale(1.3)' }, { transform: 'none' }], {
      duration: 380,
      easing: 'ease-out',
    });
  }, [beat]);

  if (text === undefined) {
    return (
      <div className="mt-2 flex justify-center">
        <Countdown until={until} />
      </div>
    );
  }
  return (
    <div role="timer" aria-live="off" aria-label={t('countdown.label', left)} className="h-16">
      <span
        ref={digits}
        aria-hidden="true"
        className={`num inline-block text-score font-extrabold ${isLast ? 'text-gold' : ''}`}
        style={{ fontSize: '3.5rem', lineHeight: '4rem' }}
      >
        {text}
      </span>
    </div>
  );
}

/** The whole packet is one button. */
function GrabButton({ grabbing, isDisabled }: { grabbing: PacketGrab; isDisabled: boolean }): ReactNode {
  const t = useText();
  const { grab, isPending } = grabbing;
  const press = () => {
    if (isPending) return;
    if (!prefersStill()) navigator.vibrate?.(20);
    grab();
  };
  return (
    <>
      <button
        type="button"
        disabled={isDisabled}
        aria-disabled={isPending || undefined}
        aria-busy={isPending || undefined}
        className="press absolute inset-0 flex items-end rounded-card disabled:opacity-50"
        onClick={press}
      >
        <span
          className={
            'medal-1 flex min-h-14 w-full items-center justify-center gap-2 ' +
            'rounded-tile px-4 text-title font-extrabold text-medal shadow-lift'
          }
        >
          {isPending ? <Spinner /> : null}
          {t(grabText(grabbing))}
        </span>
      </button>
      <div className="h-18" />
    </>
  );
}

function grabText({ isPending, error }: Pick<PacketGrab, 'isPending' | 'error'>): MessageId {
  if (isPending) return 'packet.grabbing';
  return error ? 'common.retry' : 'packet.grab';
}

/** Says how many are left, or why there is no share yet. */
function Grabbable({ packet, grabbing: { error, isPending } }: { packet: Packet; grabbing: PacketGrab }): ReactNode {
  const t = useText();
  if (error && !isPending) {
    return (
      <p role="alert" className="enter rounded-tile bg-black/30 p-3 text-small font-semibold text-pretty">
        {grabErrorText(error, t)}
      </p>
    );
  }
  const { left, shares } = packet;
  const text = t('packet.left', { left, shares });
  return (
    <div>
      <ProgressBar
        label={t('packet.sharesLeft')}
        value={text}
        done={left}
        total={shares}
        className="bg-black/30"
        bar="medal-1"
      />
      <p className="num mt-2 text-small font-bold">{text}</p>
    </div>
  );
}

/** Shows what the card says; a fresh share rolls up once the card has come out. */
function Amount({ given, isFresh }: { given: PrizeAsset; isFresh: boolean }): ReactNode {
  const t = useText();
  const isOut = useLater(isFresh ? cardOutMs : 0);
  return (
    <>
      <span className="text-score font-extrabold">
        <RollingNumber value={isOut ? given.amount : 0} initial={isFresh ? 0 : given.amount} />
      </span>
      <span className="text-small font-bold">{givenUnit(given, t)}</span>
    </>
  );
}

/** Turns true after a time; at once for those who prefer less motion. */
function useLater(ms: number): boolean {
  const [isLater, setLater] = useState(() => ms === 0);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), prefersStill() ? 0 : ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}

type GotProps = Pick<PacketStageProps, 'packet' | 'step'> & { share: NonNullable<Packet['mine']>; isFresh: boolean };

/** Shows the fan's share: how many, in which place, and where it can be used. */
function Got({ packet, share, isFresh, step }: GotProps): ReactNode {
  const t = useText();
  const placeText = usePlaceText();
  const heading = useArrivingFocus<HTMLHeadingElement>(isFresh);
  const block = useRef<HTMLDivElement>(null);

  // The card says it first.
  useEffect(() => {
    if (!isFresh || prefersStill()) return undefined;
    block.current?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 240, delay: cardOutMs, fill: 'backwards' });
    const timer = setTimeout(celebrate, cardOutMs);
    return () => clearTimeout(timer);
  }, [isFresh]);

  return (
    <div ref={block} className="space-y-3">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-section font-extrabold">
          {t('packet.got', { given: givenText({ ...packet.total, amount: share.amount }, t) })}
        </h2>
        <p className="num text-small font-semibold text-gold">{placeText(share.place, packet.shares)}</p>
      </div>
      {share.amount === packet.luckiest?.amount ? (
        <p role="status" className="rise mx-auto w-fit rounded-full medal-1 px-3 py-1 text-small font-bold text-medal">
          {t('packet.luckiestIsMine')}
        </p>
      ) : null}
      {step ? <StepLink step={step} size="large" /> : null}
    </div>
  );
}

type OverProps = { packet: Packet; state: LuckState; isFresh: boolean; children: ReactNode };

/** Says that nothing is left to grab, and how fast it went, and leads to the next packet. */
function Over({ packet, state, isFresh, children }: OverProps): ReactNode {
  const t = useText();
  const spanText = useSpanText();
  const heading = useArrivingFocus<HTMLHeadingElement>(isFresh);
  const { opensAt, soldOutAt, left } = packet;
  return (
    <>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-section font-extrabold">
          {t(overText(packet, state))}
        </h2>
        <p className="num text-small font-semibold text-gold">
          {soldOutAt ? t('packet.goneIn', { span: spanText(Date.parse(soldOutAt) - Date.parse(opensAt)) }) : null}
          {!soldOutAt && left > 0 ? t('packet.notGrabbed', { left: formatNumber(left) }) : null}
        </p>
      </div>
      {children}
    </>
  );
}
