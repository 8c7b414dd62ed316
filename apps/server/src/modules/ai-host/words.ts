import { formatPlacedDate } from '@lightstick/contract/zoned-date';
import type { Facts } from './facts.ts';
import type { Named } from './names.rules.ts';
import type { Place, Speech } from './speech.ts';

export type Gesture = 'greet' | 'explain' | 'count' | 'cheer' | 'think' | 'sorry' | 'care';
export type Said = {
  readonly text: string;
  readonly gesture: Gesture;
  /** `suggested`: the host asks back and suggests questions. `unknown`: the host says that it does not know. */
  readonly outcome: 'answered' | 'suggested' | 'unknown';
  /** What it rests on, or the page that is nearest to what the host does not know. */
  readonly source: { readonly text: string; readonly to: string | null } | null;
  /** Questions that the host can answer, to be asked with a tap. */
  readonly suggestions: readonly string[];
  /** The entries by which it was answered, or between which it asks back. */
  readonly entries: readonly string[];
};

/** What an answer is made of, with the speech of the question's language. */
export type Words = Speech & {
  readonly facts: Facts;
  readonly asked: Named;
  readonly number: (value: number) => string;
  readonly time: (at: Date | string, timeZone: string) => string;
};
export type Answer = (words: Words) => Said | undefined;

export const number = (value: number) => value.toLocaleString('en-US');

export function timeIn({ language, at: now }: Facts): Words['time'] {
  return (at, timeZone) => formatPlacedDate(new Date(at), language, { timeZone, now });
}

/** An answer with its source. */
export function from({ sourceOf }: Speech, place: Place, gesture: Gesture, text: string): Said {
  return { text, gesture, outcome: 'answered', source: sourceOf(place), suggestions: [], entries: [] };
}

/** Where an answer that an organiser wrote leads on to. */
export function sourceAt(link: string, { screenAt }: Speech): Said['source'] {
  return { text: screenAt(link.replace(/[?#].*/s, '')), to: link };
}
