import { randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';

const sampleRate = 11_025;
/** Middle of an unsigned 8-bit sample. */
const silence = 128;
const headerBytes = 44;

type Voice = { readonly wave: (phase: number) => number; readonly loudness: number };

const pulse =
  (duty: number) =>
  (phase: number): number =>
    phase < duty ? 1 : -1;
const triangle = (phase: number): number => 4 * Math.abs(phase - 0.5) - 1;

/** Renders the chiptune preview of a seed: a WAV file of about seven seconds, mono, 8 bits, below 90 kB. */
export function renderPreview(seed: string): Buffer {
  const tune = compose(seed);
  const samplesOfBeat = (60 / tune.beatsPerMinute) * sampleRate;
  const mix = new Float32Array(Math.ceil(samplesOfBeat * beatsOfTune));
  const play = (notes: readonly Note[], voice: Voice) => {
    for (const note of notes) addNote(mix, note, { ...voice, samplesOfBeat });
  };
  play(tune.lead, { wave: pulse(tune.duty), loudness: 0.3 });
  play(tune.chords, { wave: pulse(0.5), loudness: 0.08 });
  play(tune.bass, { wave: triangle, loudness: 0.35 });
  for (const beat of tune.drum) addDrum(mix, Math.round(beat * samplesOfBeat));
  fadeOut(mix);
  return wav(mix);
}

/** Adds a note with a short attack and a decay, so that neither end clicks. */
function addNote(
  mix: Float32Array,
  { beat, beats, pitch }: Note,
  { wave, loudness, samplesOfBeat }: Voice & { samplesOfBeat: number },
): void {
  const begin = Math.round(beat * samplesOfBeat);
  const length = Math.round(beats * samplesOfBeat * 0.95);
  const step = (440 * 2 ** ((pitch - 69) / 12)) / sampleRate;
  for (let index = 0; index < length && begin + index < mix.length; index++) {
    const swell = Math.min(1, index / 40);
    const decay = (1 - index / length) ** 0.7;
    mix[begin + index] = (mix[begin + index] ?? 0) + loudness * swell * decay * wave((index * step) % 1);
  }
}

/** Adds a short noise burst from a shift register, the drum of old consoles. */
function addDrum(mix: Float32Array, begin: number): void {
  const length = Math.round(sampleRate * 0.09);
  let register = 0x4a31;
  for (let index = 0; index < length && begin + index < mix.length; index++) {
    register = (register >> 1) | (((register ^ (register >> 1)) & 1) << 14);
    const noise = register & 1 ? 1 : -1;
    mix[begin + index] = (mix[begin + index] ?? 0) + 0.16 * noise * (1 - index / length) ** 2;
  }
}

function fadeOut(mix: Float32Array): void {
  const length = Math.round(sampleRate * 0.8);
  for (let index = 0; index < length; index++) {
    const place = mix.length - 1 - index;
    mix[place] = (mix[place] ?? 0) * (index / length);
  }
}

/** Wraps the mix as RIFF/WAVE with unsigned 8-bit PCM samples. */
function wav(mix: Float32Array): Buffer {
  const file = Buffer.alloc(headerBytes + mix.length);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(mix.length, 40);
  for (const [index, sample] of mix.entries()) {
    file[headerBytes + index] = Math.min(255, Math.max(0, Math.round(silence + 127 * sample)));
  }
  return file;
}

/** A note: first beat, number of beats and pitch (MIDI number; 69 is A at 440 Hz). */
type Note = { readonly beat: number; readonly beats: number; readonly pitch: number };

type Tune = {
  readonly beatsPerMinute: number;
  /** Duty cycle of the lead's pulse wave: 0.125 is thin, 0.5 is round. */
  readonly duty: number;
  readonly lead: readonly Note[];
  readonly bass: readonly Note[];
  /** Broken chords between the two. */
  readonly chords: readonly Note[];
  /** Beats of the drum. */
  readonly drum: readonly number[];
};

type Choices = readonly [readonly number[], ...(readonly number[])[]];

/** Chords of four bars as steps of the scale: common song progressions. */
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

const beatsOfTune = 16;

/** Composes four bars from a seed, deterministically. */
function compose(seed: string): Tune {
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

/** Returns a bar's notes as steps of the scale: chord tones on strong beats, neighbours between them. */
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
