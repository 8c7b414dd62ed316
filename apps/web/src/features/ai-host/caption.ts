import type { StagedAnswer } from './agent-room.ts';

type Sentence = StagedAnswer['sentences'][number];

export type Caption = {
  /** `pause`: between two sentences. */
  readonly state: 'before' | 'speaking' | 'pause' | 'over';
  /** The sentence that is spoken, or was the last one; 0 before the first. */
  readonly index: number;
  /** The part of the sentence that is spoken, 0 to 1. */
  readonly part: number;
};

const startMs = ({ startsAt }: Sentence) => Date.parse(startsAt);
const endMs = (sentence: Sentence) => startMs(sentence) + sentence.seconds * 1000;

/** Returns what is spoken at `nowMs` of the server's clock, in Unix milliseconds. */
export function captionAt(sentences: readonly Sentence[], nowMs: number): Caption {
  const index = sentences.findLastIndex((sentence) => nowMs >= startMs(sentence));
  const sentence = sentences[index];
  if (!sentence) return { state: 'before', index: 0, part: 0 };
  if (nowMs < endMs(sentence)) {
    return { state: 'speaking', index, part: (nowMs - startMs(sentence)) / (sentence.seconds * 1000) };
  }
  return { state: index === sentences.length - 1 ? 'over' : 'pause', index, part: 1 };
}

/** Returns when a sentence begins or ends next, in Unix milliseconds; undefined when all is said. */
export function nextCaptionMs(sentences: readonly Sentence[], nowMs: number): number | undefined {
  const turns = sentences.flatMap((sentence) => [startMs(sentence), endMs(sentence)]).filter((ms) => ms > nowMs);
  return turns.length === 0 ? undefined : Math.min(...turns);
}

/** Returns the whole answer; Chinese sentences have no spaces between them. */
export function answerText({ sentences, language }: Pick<StagedAnswer, 'sentences' | 'language'>): string {
  return sentences.map(({ text }) => text).join(language === 'zh_TW' ? '' : ' ');
}

/** Returns the characters as people count them. */
function graphemesOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
}

/** Returns the text that is spoken by then, and the rest. */
export function splitSpoken(text: string, part: number): readonly [spoken: string, rest: string] {
  const characters = graphemesOf(text);
  const count = Math.round(characters.length * Math.min(1, Math.max(0, part)));
  return [characters.slice(0, count).join(''), characters.slice(count).join('')];
}

const closed = 0.12;
const lips = /[bmp]/i;
const vowel = /[aeiouy\d]/i;
const letter = /\p{L}/u;
const latin = /\p{Script=Latin}/u;

/**
 * Returns how far the mouth is open, 0 to 1: vowels are wide, lips close, and a Chinese character counts as a syllable.
 */
export function mouthAt(text: string, part: number): number {
  const characters = graphemesOf(text);
  const place = part * characters.length;
  const character = characters[Math.floor(place)] ?? '';
  if (vowel.test(character)) return 0.95;
  if (lips.test(character)) return closed;
  if (latin.test(character)) return 0.45;
  if (letter.test(character)) return closed + (1 - closed) * Math.sin(Math.PI * (place % 1));
  return closed;
}
