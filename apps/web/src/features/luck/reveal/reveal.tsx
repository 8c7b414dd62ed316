import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { givenKind } from '#/features/luck/given.ts';
import { nextSteps, type Purse, StepLink } from '#/features/luck/next-steps.tsx';
import type { DrawnPrize } from '#/features/luck/participate.ts';
import { PrizePicture } from '#/features/luck/prizes.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { useModalDialog } from '#/ui/use-modal-dialog.ts';
import { gainsOf, gainTexts, afterEvent, firstStep, type RevealStep, type StepEvent, waitMs } from './reveal-steps.ts';
import sheet from './reveal.css?url';

type RevealProps = {
  title: string;
  /** A drawing whose parts have the classes `vessel-lid`, `vessel-glow` and `vessel-beams`. */
  vessel: ReactNode;
  /** The drawn prizes in order; null while the server's answer is on its way. */
  results: readonly DrawnPrize[] | null;
  purse: Purse;
  /** The fan does not wait for the answer any more. */
  onLeave: () => void;
  /** The results begin to close. */
  onClosing?: () => void;
  onClose: () => void;
  /** Draws again, if anything is left. */
  again: { readonly text: string; readonly onAgain: () => void } | undefined;
};

/** Shows the opening of a box or an envelope over the whole screen: it trembles until the answer is there. */
export function Reveal(props: RevealProps): ReactNode {
  const { title, vessel, results, purse, onLeave, onClosing, onClose, again } = props;
  const titleId = useId();
  const t = useText();
  const count = results?.length ?? 0;
  const { step, send } = useSteps(results);
  const phase = results ? step.phase : 'waiting';
  const closable = phase === 'done' || phase === 'waiting';
  const { ref, close } = useModalDialog({
    onClosing: () => {
      if (phase === 'waiting') onLeave();
      else onClosing?.();
    },
    onClose,
    closable,
    maskClosable: false,
  });
  return createPortal(
    <dialog ref={ref} className="reveal" aria-labelledby={titleId} closedby={closable ? 'closerequest' : 'none'}>
      <RevealStyles />
      <div className="reveal-stage" data-phase={phase} data-rare={results?.some(({ isRare }) => isRare) ?? false}>
        <h2 id={titleId} tabIndex={-1} className="sr-only">
          {title}
        </h2>
        <div aria-hidden="true" className="reveal-rays" />
        <div aria-hidden="true" className="reveal-vessel">
          {vessel}
        </div>
        <div aria-hidden="true" className="reveal-flash" />
        <p role="status" className="sr-only">
          {results ? nameResults(results, step, t) : ''}
        </p>
        {results && phase !== 'opening' ? <Cards results={results} flipped={step.flipped} /> : null}
        {results && phase !== 'done' ? (
          <Controls key={phase} isFlipping={phase === 'cards'} flipped={step.flipped} count={count} send={send} />
        ) : null}
        {results && phase === 'done' ? (
          <RevealEnd results={results} purse={purse} again={again} onDone={close} />
        ) : null}
        {results ? null : <Wait onLeave={close} />}
      </div>
    </dialog>,
    document.body,
  );
}

const slowMs = 5000;

/** Shows that the answer is on its way; when it takes long, says that nothing is lost and lets the fan leave. */
function Wait({ onLeave }: { onLeave: () => void }): ReactNode {
  const t = useText();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="reveal-hint space-y-4 px-8">
      <p role="status" className="text-pretty">
        {t(isSlow ? 'box.slow' : 'box.opening')}
      </p>
      {isSlow ? (
        <Button variant="glass" className="enter" onClick={onLeave}>
          {t('box.leave')}
        </Button>
      ) : null}
    </div>
  );
}

/** Loads the styles before a reveal can begin, so that its first frame has them. */
export function RevealStyles(): ReactNode {
  return <link rel="stylesheet" href={sheet} precedence="default" />;
}

/** Returns the step of the show; for those who prefer less motion it is over at once. */
function useSteps(results: readonly DrawnPrize[] | null) {
  const count = results?.length ?? 0;
  const [isCalm] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [step, setStep] = useState<RevealStep>(firstStep);
  const shown: RevealStep = isCalm ? { phase: 'done', flipped: count } : step;

  const send = (event: StepEvent) => {
    const next = afterEvent(step, event, count);
    const turned = results?.slice(step.flipped, next.flipped) ?? [];
    if (turned.some(({ isRare }) => isRare)) celebrate();
    setStep(next);
  };
  const onTime = useEffectEvent(() => send('time'));
  const isThere = results !== null;
  useEffect(() => {
    const ms = isThere && !isCalm ? waitMs(step, count) : undefined;
    if (ms === undefined) return undefined;
    const timer = setTimeout(onTime, ms);
    return () => clearTimeout(timer);
  }, [step, count, isThere, isCalm]);

  return { step: shown, send };
}

function nameResults(results: readonly DrawnPrize[], { phase, flipped }: RevealStep, t: Translate): string {
  const names = results.map((prize) => prizeName(prize, t));
  if (phase === 'done') return names.join(t('box.listComma'));
  const name = names[flipped - 1];
  return name === undefined ? '' : t('box.cardIs', { place: flipped, count: results.length, name });
}

/** Returns the prize as it is read aloud. */
function prizeName(prize: DrawnPrize, t: Translate): string {
  const name = plainName(prize, t);
  return prize.isRare ? t('box.rareName', { name }) : name;
}

function plainName({ title, serial }: DrawnPrize, t: Translate): string {
  return serial === null ? title : t('box.numbered', { title, serial });
}

function Cards({ results, flipped }: { results: readonly DrawnPrize[]; flipped: number }): ReactNode {
  const isMany = results.length > 1;
  return (
    <ul className="reveal-cards" data-count={results.length} aria-hidden="true">
      {results.map((prize, index) => (
        <li
          key={prize.nonce}
          className="reveal-slot"
          data-next={index === flipped}
          style={{ animationDelay: `${index * 70}ms` }}
        >
          <PrizeCard prize={prize} isOpen={index < flipped} isOneOfMany={isMany} />
          {isMany ? (
            <p className="reveal-name" data-open={index < flipped}>
              {prize.title}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type ControlsProps = {
  isFlipping: boolean;
  flipped: number;
  count: number;
  send: (event: StepEvent) => void;
};

/** Makes the whole screen the button that goes on, with another that skips. */
function Controls({ isFlipping, flipped, count, send }: ControlsProps): ReactNode {
  const t = useText();
  const next = useArrivingFocus<HTMLButtonElement>();
  return (
    <>
      <button ref={next} type="button" className="reveal-next" onClick={() => send('tap')}>
        <span className="reveal-hint num">
          {isFlipping && count > 1 ? t('box.flipNext', { place: Math.min(flipped + 1, count), count }) : t('box.tap')}
        </span>
      </button>
      <Button variant="glass" className="reveal-skip" onClick={() => send('skip')}>
        {t('box.skip')}
      </Button>
    </>
  );
}

type PrizeCardProps = {
  prize: DrawnPrize;
  isOpen: boolean;
  /** One of many: a rare prize comes to the middle of the screen for a moment. */
  isOneOfMany: boolean;
};

/** Shows a card that lies on its face until it is open. Decorative: the prize is said in words beside it. */
function PrizeCard({ prize, isOpen, isOneOfMany }: PrizeCardProps): ReactNode {
  const card = useRef<HTMLDivElement>(null);
  const { gives, pictureUrl, isRare } = prize;
  const comesForward = isOpen && isRare && isOneOfMany;

  useEffect(() => {
    if (comesForward && card.current) comeForward(card.current);
  }, [comesForward]);

  return (
    <div ref={card} aria-hidden="true" className="prize-card" data-open={isOpen} data-rare={isRare}>
      <div className="prize-card-turn">
        <div className="prize-card-back">
          <svg viewBox="0 0 40 40" fill="none" stroke="currentColor" strokeWidth="1.5">
            <path d="M20 5l4 10 10 4-10 4-4 10-4-10-10-4 10-4z" />
            <circle cx="20" cy="19" r="17" strokeDasharray="1 4" strokeLinecap="round" />
          </svg>
        </div>
        <div className="prize-card-front" data-kind={gives ? givenKind(gives.assetName) : 'piece'}>
          <PrizePicture gives={gives} pictureUrl={pictureUrl} width={160} className="prize-card-picture" />
          {gives ? <p className="prize-card-amount num">{formatNumber(gives.amount)}</p> : null}
        </div>
      </div>
    </div>
  );
}

const forwardMs = 1500;

/** Brings a card to the middle of the screen and back, by the graphics card alone. */
function comeForward(card: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { left, top, width, height } = card.getBoundingClientRect();
  const [x, y] = [innerWidth / 2 - left - width / 2, innerHeight * 0.42 - top - height / 2];
  const scale = Math.min((innerWidth * 0.62) / width, (innerHeight * 0.5) / height);
  const forward = `translate(${x}px, ${y}px) scale(${scale})`;
  card.animate(
    [
      { transform: 'none', zIndex: 2, easing: 'cubic-bezier(0.2, 0.9, 0.25, 1)' },
      { transform: forward, zIndex: 2, offset: 0.25 },
      { transform: forward, zIndex: 2, offset: 0.75, easing: 'cubic-bezier(0.6, 0, 0.3, 1)' },
      { transform: 'none', zIndex: 2 },
    ],
    { duration: forwardMs },
  );
}

type RevealEndProps = Pick<RevealProps, 'purse' | 'again'> & {
  results: readonly DrawnPrize[];
  onDone: () => void;
};

/** Shows everything that was drawn, and where it can be used at once. */
function RevealEnd({ results, purse, again, onDone }: RevealEndProps): ReactNode {
  const t = useText();
  const heading = useArrivingFocus<HTMLParagraphElement>();
  const only = results.length === 1 ? results[0] : undefined;
  const rare = results.filter(({ isRare }) => isRare).length;
  return (
    <div className="reveal-end">
      {rare > 0 ? (
        <p className="rise rounded-full medal-1 px-3 py-1 text-small font-bold text-medal">
          {t(only ? 'box.rare' : 'box.rareSome', { count: rare })}
        </p>
      ) : null}
      <p ref={heading} tabIndex={-1} className="text-section font-extrabold text-balance outline-none">
        {only ? plainName(only, t) : t('box.youGot')}
      </p>
      {only?.gives === null ? null : (
        <ul className="num flex flex-wrap justify-center gap-2">
          {gainTexts(results, t).map((gain) => (
            <li key={gain} className="rounded-full bg-black/30 px-3 py-1 text-small font-bold">
              +{gain}
            </li>
          ))}
        </ul>
      )}
      <div className="reveal-ways">
        {nextSteps(gainsOf(results), purse).map((step, index) => (
          <StepLink key={step.to} step={step} variant={index === 0 ? 'primary' : 'glass'} />
        ))}
        {again ? (
          <Button variant="glass" onClick={again.onAgain}>
            {again.text}
          </Button>
        ) : null}
        <Button variant="glass" onClick={onDone}>
          {t('common.done')}
        </Button>
      </div>
    </div>
  );
}
