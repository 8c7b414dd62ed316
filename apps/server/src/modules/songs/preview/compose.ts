import { randomFromSeed, type SeededRandom } from '#/random-from-seed.ts';

/** A note: what sounds from which beat on, how long, and how high (MIDI numbers; 69 is the A of 440 Hz). */
export type Note = { readonly beat: number; readonly beats: number; readonly pitch: number };

export type Tune = {
  readonly beatsPerMinute: number;
  /** How much of a period the lead's pulse wave is high: 0.125 is thin, 0.5 is round. */
  readonly duty: number;
  readonly lead: readonly Note[];
  readonly bass: readonly Note[];
  /** Broken chords between the two. */
  readonly chords: readonly Note[];
  /** Beats on which the drum is struck. */
  readonly drum: readonly number[];
};

/** Lists to pick one from. */
type Choices = readonly [readonly number[], ...(readonly number[])[]];

/** Chords of four bars as steps of the scale: progressions that songs have been made of for ever. */
const progressions: Choices = [
  [0, 4, 5, 3],
  [5, 3, 0, 4],
  [0, 5, 3, 4],
  [3, 4, 2, 5],
];
const scales: Choices = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
];
/** Beats of the notes of one bar. */
const rhythms: Choices = [
  [1, 1, 1, 1],
  [0.5, 0.5, 1, 0.5, 0.5, 1],
  [1.5, 0.5, 1, 1],
  [0.5, 0.5, 0.5, 0.5, 1, 1],
  [1, 0.5, 0.5, 2],
];

export const beatsOfTune = 16;

/** Four bars for a seed, the same ones every time. */
export function compose(seed: string): Tune {
  const random = randomFromSeed(seed, 'song');
  const scale = random.pick(scales);
  const root = 57 + Math.floor(random.between(0, 8));
  const pitch = (step: number) => root + 12 * Math.floor(step / 7) + (scale[((step % 7) + 7) % 7] ?? 0);
  const progression = random.pick(progressions);
  const motif = [random.pick(rhythms), random.pick(rhythms)];
  return {
    beatsPerMinute: Math.round(random.between(132, 150)),
    duty: random.pick([0.125, 0.25, 0.5]),
    lead: progression.flatMap((chord, bar) =>
      melodyOfBar(random, { chord, bar, rhythm: motif[bar % 2] ?? rhythms[0] }).map((note) => ({
        ...note,
        pitch: pitch(note.pitch) + 12,
      })),
    ),
    bass: progression.flatMap((chord, bar) =>
      [0, 1, 2, 3].map((beat) => ({ beat: 4 * bar + beat, beats: 0.5, pitch: pitch(chord) - 24 + (beat % 2) * 12 })),
    ),
    chords: progression.flatMap((chord, bar) =>
      [0, 2, 4, 2, 0, 2, 4, 2].map((step, index) => ({
        beat: 4 * bar + index / 2,
        beats: 0.5,
        pitch: pitch(chord + step),
      })),
    ),
    drum: Array.from({ length: beatsOfTune }, (_, beat) => beat).filter((beat) => beat % 2 === 1 || random.chance(0.2)),
  };
}

/** A bar's notes as steps of the scale: chord tones on the heavy beats, neighbours between them. */
function melodyOfBar(
  random: SeededRandom,
  { chord, bar, rhythm }: { chord: number; bar: number; rhythm: readonly number[] },
): Note[] {
  let beat = 4 * bar;
  let step = chord + random.pick([0, 2, 4]);
  return rhythm.map((beats) => {
    step = Number.isInteger(beat) ? chord + random.pick([0, 2, 4, 7]) : step + random.pick([-1, 1]);
    const note = { beat, beats, pitch: step };
    beat += beats;
    return note;
  });
}
