/**
 * The steps after the server's answer: rows swap in the sheet; she rises in front of the curtain; the card. Milliseconds
 * from the answer.
 */
export type PeakStep = 'swap' | 'rise' | 'card';

export const curtainMs = 420;
export const cardMs = 1160;
/** From then on nothing but the words moves. */
export const standsMs = 900;
/** A device that is later than this skips to the card rather than delay it. */
const latestMs = 800;

/** Returns the step to begin with, `sinceMs` after the answer. `isCalm` is the fan's wish for less motion. */
export function firstStep(sinceMs: number, isCalm: boolean): PeakStep {
  return isCalm || sinceMs > latestMs ? 'card' : 'swap';
}

/** Returns the step after one that is over, `sinceMs` after the answer, and the wait until then. */
export function nextStep(step: PeakStep, sinceMs: number): { readonly step: PeakStep; readonly waitMs: number } | null {
  if (step === 'card') return null;
  const next = step === 'swap' ? 'rise' : 'card';
  return { step: next, waitMs: Math.max(0, (next === 'rise' ? curtainMs : cardMs) - sinceMs) };
}

/** Returns the step at its time: the curtain does not rise for a device that is late. */
export function stepInTime(step: PeakStep, sinceMs: number): PeakStep {
  return step === 'rise' && sinceMs > latestMs ? 'card' : step;
}
