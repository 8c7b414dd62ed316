import { readFile } from 'node:fs/promises';
import { systemClock } from '#/lib/clock.ts';
import {
  captionLanguage,
  type CaptionLanguage,
  importRecording,
  RecordingRefusal,
  secondsOf,
} from '#/modules/live/index.ts';
import { readArguments } from '#/lib/read-arguments.ts';
import { runOnDatabase } from './run-on-database.ts';

const usage = `Usage:
  npm run live -- import FILE --room ID [--captions en_US=FILE] [--captions zh_TW=FILE]
      Packs an MP4 or MOV file (H.264, and AAC or no sound) into LIVE_FOLDER without encoding it anew, and makes it the
      recording of a room that has not opened. Captions are WebVTT files.
  npm run live -- import FILE --recording ID [--captions …]
      Packs it under this id, for rooms that are created later.`;

const given = readArguments(usage, {
  allowPositionals: true,
  options: {
    room: { type: 'string' },
    recording: { type: 'string' },
    captions: { type: 'string', multiple: true },
  },
});
await run(given);

async function run({ values, positionals }: typeof given): Promise<void> {
  const [action, file, ...rest] = positionals;
  const target = targetOf(values);
  const captions = parseNamedFiles(values.captions ?? []);
  if (action !== 'import' || !file || rest.length > 0 || !target || !captions) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  await runOnDatabase(async ({ pools }, { liveFolder }) => {
    try {
      const texts = new Map<CaptionLanguage, string>();
      for (const [language, path] of captions) texts.set(language, await readFile(path, 'utf8'));
      const wish = { ownerPool: pools.ownerPool, liveFolder, file, captions: texts, target, now: systemClock.now() };
      const { recordingId, recording } = await importRecording(wish);
      const minutes = (secondsOf(recording) / 60).toFixed(1);
      const megabytes = Math.ceil(recording.bytes / 1e6);
      console.log(`${recordingId}: ${minutes} minutes in ${recording.durations.length} segments, ${megabytes} MB.`);
    } catch (error) {
      if (!(error instanceof RecordingRefusal) && !isMissingFile(error)) throw error;
      console.error(`${file} was not imported. ${error.message}`);
      process.exitCode = 1;
    }
  });
}

type LiveOptions = (typeof given)['values'];

/** Returns the target; undefined unless exactly one of both is given. */
function targetOf({ room, recording }: { room?: string; recording?: string }) {
  if (room !== undefined && recording === undefined) return { roomId: room };
  return room === undefined && recording !== undefined ? { recordingId: recording } : undefined;
}

/** Parses LANGUAGE=FILE; undefined for anything else. */
function parseNamedFiles(captions: NonNullable<LiveOptions['captions']>): [CaptionLanguage, string][] | undefined {
  const named: [CaptionLanguage, string][] = [];
  for (const text of captions) {
    const [language, ...path] = text.split('=');
    const known = captionLanguage.safeParse(language);
    if (!known.success || path.join('=') === '') return undefined;
    named.push([known.data, path.join('=')]);
  }
  return named;
}

function isMissingFile(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR');
}
