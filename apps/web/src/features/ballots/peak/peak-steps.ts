import { useEffect, useState } from 'react';

type Step = 'swap' | 'rise' | 'card';

/**
 * The step after the server's answer: rows swap in the sheet; she rises in front of the curtain; the card. A slow device
 * leaves steps out, so that the card stands within 1,200 ms there, too.
 */
export type PeakState = { readonly step: Step; readonly isSlow: boolean };

/** When steps begin on a device that keeps the time, in milliseconds from the answer. */
export const startsMs: Readonly<Record<Step, number>> = { swap: 0, rise: 360, card: 1000 };
/** When the card begins on a slow device. */
export const slowCardMs = 740;
/** From then on nothing but the words moves. */
const standsMs = 800;
/** A device is slow if a step comes later than this after its start. */
const lateMs = 60;
/** From then on there is no time for her to rise. */
const latestRiseMs = 640;

/** Returns the state `sinceMs` after the answer, where `due` is planned. */
export function stateInTime(due: PeakState, sinceMs: number): PeakState {
  if (due.step === 'card') return due;
  if (sinceMs > latestRiseMs) return { step: 'card', isSlow: true };
  const isLate = sinceMs > startsMs[due.step] + lateMs;
  return { step: isLate ? 'rise' : due.step, isSlow: due.isSlow || isLate };
}

type Plan = { readonly due: PeakState; readonly waitMs: number };

/** Returns what follows a state that is on screen `sinceMs` after the answer, and the wait until then; null at the end. */
export function nextState(shown: PeakState, sinceMs: number): Plan | null {
  if (shown.step === 'card') return null;
  const { step, isSlow } = stateInTime(shown, sinceMs);
  if (step !== shown.step) return { due: { step, isSlow }, waitMs: 0 };
  const next = step === 'swap' ? 'rise' : 'card';
  const dueMs = next === 'card' && isSlow ? slowCardMs : startsMs[next];
  return { due: { step: next, isSlow }, waitMs: Math.max(0, dueMs - sinceMs) };
}

/** Returns the step on screen, and whether the card is to be drawn. `skip` goes to the card. */
export function usePeakSteps(answeredAt: number): { step: Step; isCardDue: boolean; skip: () => void } {
  const [state, setState] = useState<PeakState>(() => ({
    step: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'card' : 'swap',
    isSlow: false,
  }));
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const since = () => performance.now() - answeredAt;
    const next = nextState(state, since());
    if (!next) return undefined;
    const timer = setTimeout(() => setState(stateInTime(next.due, since())), next.waitMs);
    return () => clearTimeout(timer);
  }, [state, answeredAt]);
  useEffect(() => {
    const sinceMs = performance.now() - answeredAt;
    // Drawing keeps the page busy, so it waits until she stands, and on a slow device for the card.
    if (state.step !== 'rise' || stateInTime(state, sinceMs).isSlow) return undefined;
    const timer = setTimeout(() => setDrawn(true), standsMs - sinceMs);
    return () => clearTimeout(timer);
  }, [state, answeredAt]);
  return {
    step: state.step,
    isCardDue: isDrawn || state.step === 'card',
    skip: () => setState({ ...state, step: 'card' }),
  };
}
