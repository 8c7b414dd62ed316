import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { packRecording, RecordingRefusal } from './pack-recording.ts';
import { type CaptionLanguage, readDescription, type Recording } from './recording.ts';
import { addRecording, findRoomForRecording } from './recordings.store.ts';
import { recordingsFolder } from './recordings.ts';

type Import = {
  readonly ownerPool: Pool;
  readonly liveFolder: string;
  readonly file: string;
  /** WebVTT texts by language. */
  readonly captions: ReadonlyMap<CaptionLanguage, string>;
  /** A room that gets the recording, or the id of a recording for rooms to come. */
  readonly target: { readonly roomId: string } | { readonly recordingId: string };
  readonly now: Date;
};

export type ImportedRecording = { readonly recordingId: string; readonly recording: Recording };

const idPattern = /^[a-z0-9-]{3,40}$/;

/**
 * Packs a file into LIVE_FOLDER and registers it. The folder appears whole or not at all. A file for a room is named by its
 * content, so that a repeat finds it there; files of a recording never change, because players keep them.
 * @throws RecordingRefusal in words for the operator, before anything is registered
 */
export async function importRecording(wish: Import): Promise<ImportedRecording> {
  const { ownerPool, liveFolder, file, captions, target, now } = wish;
  if ('roomId' in target) await assertTakesRecording(ownerPool, target.roomId, now);
  const recordingId = 'recordingId' in target ? target.recordingId : await idFor(target.roomId, file, captions);
  if (!idPattern.test(recordingId)) {
    throw new RecordingRefusal('The id of a recording has 3 to 40 small letters, digits and hyphens.');
  }
  const parent = recordingsFolder(liveFolder);
  const folder = join(parent, recordingId);
  const known = await readDescription(folder);
  if (known && 'recordingId' in target) {
    throw new RecordingRefusal(`There is already a recording ${recordingId}. Choose another id.`);
  }
  const recording = known ?? (await packInto(parent, recordingId, file, captions));
  try {
    const roomId = 'roomId' in target ? target.roomId : undefined;
    await addRecording(ownerPool, { recordingId, recording, at: now, roomId });
  } catch (error) {
    // A folder without its row could neither be played nor imported again.
    if (!known) await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { recordingId, recording };
}

async function packInto(
  parent: string,
  recordingId: string,
  file: string,
  captions: Import['captions'],
): Promise<Recording> {
  await mkdir(parent, { recursive: true });
  const work = join(parent, `.${recordingId}.${randomUUID()}`);
  try {
    await mkdir(work);
    const recording = await packRecording(file, work, captions);
    await rename(work, join(parent, recordingId));
    return recording;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Makes the id of a recording: the room's id and the beginning of the content's hash. */
async function idFor(roomId: string, file: string, captions: Import['captions']): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { end: false });
  for (const [language, text] of captions) hash.update(`${language}\n${text}`);
  return `${roomId.slice(0, 29)}-${hash.digest('hex').slice(0, 10)}`;
}

async function assertTakesRecording(ownerPool: Pool, roomId: string, now: Date): Promise<void> {
  const room = await findRoomForRecording(ownerPool, roomId);
  if (!room) throw new RecordingRefusal(`There is no room ${roomId}. Create it first, or import with --recording.`);
  if (room.source !== 'recording') {
    throw new RecordingRefusal(`The room ${roomId} has the source ${room.source} and plays no recording on schedule.`);
  }
  if (room.opensAt <= now) {
    throw new RecordingRefusal(`The room ${roomId} is open already, so its recording no longer changes.`);
  }
}
