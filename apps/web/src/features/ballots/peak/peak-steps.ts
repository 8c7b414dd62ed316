import { useEffect, useState } from 'react';

/**
 * The steps after the server's answer: rows swap in the sheet; she rises in front of the curtain; the card. A slow device
 * leaves out steps, so that the card stands within 1,200 ms there, too.
 */
export type Show = { readonly step: 'swap' | 'rise' | 'card'; readonly isSlow: boolean };

/** When steps begin on a device that keeps the time, in milliseconds from the answer. */
export const startsMs = { swap: 0, rise: 360, card: 1000 } as const;
/** When a slow device begins with the card. */
export const slowCardMs = 740;
/** From then on nothing but the words moves. */
const standsMs = 800;
/** How late a step is on a slow device. */
const lateMs = 60;
/** After that she does not rise any more. */
const latestRiseMs = 640;

/** Returns what to show `sinceMs` after the answer, where `show` was due. */
export function showInTime({ step, isSlow }: Show, sinceMs: number): Show {
  if (step === 'card') return { step, isSlow };
  if (sinceMs > latestRiseMs) return { step: 'card', isSlow: true };
  const isLate = sinceMs > startsMs[step] + lateMs;
  return { step: isLate ? 'rise' : step, isSlow: isSlow || isLate };
}

/** Returns what follows a step that is on screen `sinceMs` after the answer, and the wait until then; null at the end. */
export function nextShow(show: Show, sinceMs: number): { readonly show: Show; readonly waitMs: number } | null {
  if (show.step === 'card') return null;
  const inTime = showInTime(show, sinceMs);
  if (inTime.step !== show.step) return { show: inTime, waitMs: 0 };
  const step = show.step === 'swap' ? 'rise' : 'card';
  const dueMs = step === 'card' && inTime.isSlow ? slowCardMs : startsMs[step];
  return { show: { ...inTime, step }, waitMs: Math.max(0, dueMs - sinceMs) };
}

/** Returns the step of the show, and whether the card is to be drawn. `skip` goes to the end. */
export function usePeakSteps(answeredAt: number): { step: Show['step']; isCardDue: boolean; skip: () => void } {
  const [show, setShow] = useState<Show>(() => ({
    step: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'card' : 'swap',
    isSlow: false,
  }));
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const since = () => performance.now() - answeredAt;
    const next = nextShow(show, since());
    if (!next) return undefined;
    const timer = setTimeout(() => setShow(showInTime(next.show, since())), next.waitMs);
    return () => clearTimeout(timer);
  }, [show, answeredAt]);
  useEffect(() => {
    const sinceMs = performance.now() - answeredAt;
    // Drawing keeps the page busy, so it waits until she stands, and on a slow device for the card.
    if (show.step !== 'rise' || showInTime(show, sinceMs).isSlow) return undefined;
    const timer = setTimeout(() => setDrawn(true), standsMs - sinceMs);
    return () => clearTimeout(timer);
  }, [show, answeredAt]);
  return {
    step: show.step,
    isCardDue: isDrawn || show.step === 'card',
    skip: () => setShow({ ...show, step: 'card' }),
  };
}
