import { beatsOfTune, compose, type Note } from './compose.ts';

const sampleRate = 11_025;
/** Middle of an unsigned sample of eight bits. */
const silence = 128;
const headerBytes = 44;

type Voice = { readonly wave: (phase: number) => number; readonly loudness: number };

const pulse =
  (duty: number) =>
  (phase: number): number =>
    phase < duty ? 1 : -1;
const triangle = (phase: number): number => 4 * Math.abs(phase - 0.5) - 1;

/**
 * The preview that belongs to a seed, as an old console would play it: a WAV file of about seven seconds, one channel of
 * eight bits, less than 90 kB.
 */
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

/** Adds a note that swells at once and dies away, so that neither end clicks. */
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

/** A short burst of noise from a shift register, as consoles made it. */
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

/** RIFF/WAVE with PCM samples of eight bits, which are unsigned. */
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
