import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { visibleNames } from './visible-names.ts';
import type { Problem } from './yaml-file.ts';

/** The folder of a pack with recordings, each in its own folder. */
export const recordingsFolder = 'live';
const descriptionFile = 'recording.json';

/** What the importer writes beside the segments of a recording. */
const description = z.object({
  format: z.literal('lightstick/recording/v1'),
  durations: z.array(z.number().positive()).min(1),
  bytes: z.int().positive(),
  isLoop: z.boolean(),
  captions: z.array(z.string()),
});

export type PackedRecording = {
  readonly id: string;
  readonly segments: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly isLoop: boolean;
  readonly captions: readonly string[];
};

export type RecordingsRead = {
  readonly recordings: readonly PackedRecording[];
  readonly problems: readonly Problem[];
  /** The text of each description by its name in the pack. */
  readonly texts: ReadonlyMap<string, string>;
};

/** Reads the descriptions of a pack's recordings; it may have none. */
export async function readRecordings(folder: string): Promise<RecordingsRead> {
  const ids = await visibleNames(join(folder, recordingsFolder));
  const texts = new Map<string, string>();
  const problems: Problem[] = [];
  const recordings = await Promise.all(
    ids.map(async (id) => {
      const path = `${recordingsFolder}/${id}/${descriptionFile}`;
      const text = await readFile(join(folder, path), 'utf8').catch(() => '');
      const parsed = description.safeParse(jsonOf(text));
      texts.set(path, text);
      if (parsed.success) return [{ ...parsed.data, id }];
      const message = 'is not the description of a recording; expected a folder that the importer has written';
      problems.push({ file: join(folder, path), line: 1, field: '', message });
      return [];
    }),
  );
  return {
    recordings: recordings.flat().map(({ id, durations, bytes, isLoop, captions }) => ({
      id,
      segments: durations.length,
      seconds: Number(durations.reduce((sum, seconds) => sum + seconds, 0).toFixed(3)),
      bytes,
      isLoop,
      captions,
    })),
    problems,
    texts: new Map([...texts].toSorted(([one], [other]) => one.localeCompare(other))),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
