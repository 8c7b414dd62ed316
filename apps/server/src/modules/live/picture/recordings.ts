import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#/config/settings.ts';
import { placeOf, type Rendition, segmentName } from './playlist.rules.ts';
import { mostSegmentBytes, readDescription, type Recording, secondsOf } from './recording.ts';
import { shiftSegment, timescalesOf } from './segment-boxes.ts';

/** Reads packed recordings; popular files stay in memory. */
export type Recordings = {
  /** Finds a recording; undefined if its files are missing. */
  find(recordingId: string): Promise<Recording | undefined>;
  initialisation(recordingId: string): Promise<Buffer>;
  /** Returns a segment by its number from the first of the first round. */
  segment(recordingId: string, rendition: Rendition, segment: number): Promise<Buffer>;
};

/** The segments at the live edge of some rooms; each viewer asks for the same ones. */
const hotBytes = 96_000_000;
const mostRecordings = 200;

type FoundRecording = { readonly folder: string; readonly recording: Recording };

export function createRecordings(settings: Pick<Settings, 'liveFolder' | 'contentDir'>): Recordings {
  const folders = recordingFolders(settings);
  const found = new LRUCache<string, FoundRecording>({
    max: mostRecordings,
    fetchMethod: async (recordingId) => {
      for (const parent of folders) {
        const folder = join(parent, recordingId);
        const recording = await readDescription(folder);
        if (recording) return { folder, recording };
      }
      return undefined;
    },
  });
  const files = new LRUCache<string, Buffer>({
    maxSize: hotBytes,
    maxEntrySize: mostSegmentBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    fetchMethod: (path) => readFile(path),
  });
  const shifted = new LRUCache<string, Buffer>({ maxSize: hotBytes, sizeCalculation: (bytes) => bytes.length });

  async function findFor(recordingId: string): Promise<FoundRecording> {
    const one = await found.fetch(recordingId);
    if (!one) throw new Error(`The files of the recording ${recordingId} are missing`);
    return one;
  }

  async function fileOf(folder: string, name: string): Promise<Buffer> {
    const bytes = await files.fetch(join(folder, name));
    if (!bytes) throw new Error(`The file ${name} of a recording was not read`);
    return bytes;
  }

  return {
    find: async (recordingId) => (await found.fetch(recordingId))?.recording,
    initialisation: async (recordingId) => fileOf((await findFor(recordingId)).folder, 'init.mp4'),
    async segment(recordingId, rendition, segment) {
      const { folder, recording } = await findFor(recordingId);
      const { file, round } = placeOf(recording, segment);
      const bytes = await fileOf(folder, segmentName(rendition, file));
      if (rendition !== 'picture' || round === 0) return bytes;
      const key = `${recordingId}/${segment}`;
      const known = shifted.get(key);
      if (known) return known;
      const timescales = timescalesOf(await fileOf(folder, 'init.mp4'));
      const moved = shiftSegment(bytes, timescales, round * secondsOf(recording));
      shifted.set(key, moved);
      return moved;
    },
  };
}

/** Returns the possible folders of a recording: imported, or part of the content pack. */
function recordingFolders({ liveFolder, contentDir }: Pick<Settings, 'liveFolder' | 'contentDir'>): string[] {
  return [recordingsFolder(liveFolder), ...(contentDir === undefined ? [] : [join(contentDir, 'live')])];
}

/** Returns the folder of imported recordings. */
export function recordingsFolder(liveFolder: string): string {
  return join(liveFolder, 'recordings');
}
