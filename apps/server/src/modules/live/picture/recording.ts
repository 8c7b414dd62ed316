import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** The file of a recording's folder that describes the others. */
export const descriptionFile = 'recording.json';

export const mostSegments = 5400;
/** Four seconds at 24 Mbit/s. */
export const mostSegmentBytes = 12_000_000;

export const captionLanguage = z.enum(['en_US', 'zh_TW']);

/** The description of a packed recording: enough to write its playlists. */
export const recordingSchema = z.strictObject({
  format: z.literal('lightstick/recording/v1'),
  /** Seconds of each segment, exact to a microsecond: the clock is computed from their sums. */
  durations: z.array(z.number().positive().max(10)).min(1).max(mostSegments),
  bytes: z.int().positive(),
  /** Bits a second of the largest segment. */
  peakBandwidth: z.int().positive(),
  codecs: z.string().regex(/^[\w.]+(,[\w.]+)?$/),
  width: z.int().positive(),
  height: z.int().positive(),
  /** Whether the end joins the beginning without a gap. */
  isLoop: z.boolean(),
  captions: z.array(captionLanguage),
});

export type Recording = z.output<typeof recordingSchema>;
export type CaptionLanguage = z.output<typeof captionLanguage>;

/** Reads a recording's description; undefined where there is none. */
export async function readDescription(folder: string): Promise<Recording | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, descriptionFile), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return recordingSchema.parse(JSON.parse(text));
}

export function secondsOf({ durations }: Pick<Recording, 'durations'>): number {
  return durations.reduce((sum, duration) => sum + duration, 0);
}
