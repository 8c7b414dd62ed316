import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { systemClock } from '#/lib/clock.ts';
import {
  captionLanguage,
  type CaptionLanguage,
  importRecording,
  RecordingRefusal,
  secondsOf,
} from '#/modules/live/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { answer, fail } from './terminal.ts';

export function defineLive(command: Command): void {
  command
    .command('import')
    .description(
      'Packs an MP4 or MOV file (H.264, and AAC or no sound) into LIVE_FOLDER without encoding it anew: as the ' +
        'recording of a room that has not opened, or under an id for rooms that are created later.',
    )
    .argument('<file>', 'the MP4 or MOV file')
    .addOption(new Option('--room <id>', 'the room that plays it').conflicts('recording'))
    .option('--recording <id>', 'the id for rooms that are created later')
    .option('--captions <language=file>', 'a WebVTT file, once for en_US and once for zh_TW', addCaptions, new Map())
    .action((file, { room, recording, captions }) => {
      if (room !== undefined) return importFile(file, { roomId: room }, captions);
      if (recording !== undefined) return importFile(file, { recordingId: recording }, captions);
      return command.error('error: say which room plays it (--room ID), or under which id it waits (--recording ID).');
    });
}

type CaptionFiles = ReadonlyMap<CaptionLanguage, string>;

function addCaptions(word: string, given: CaptionFiles): CaptionFiles {
  const [language, ...path] = word.split('=');
  const known = captionLanguage.safeParse(language);
  if (known.success && path.join('=') !== '') return new Map([...given, [known.data, path.join('=')]]);
  throw new InvalidArgumentError('It is like en_US=FILE or zh_TW=FILE.');
}

type Target = Parameters<typeof importRecording>[0]['target'];

async function importFile(file: string, target: Target, captions: CaptionFiles): Promise<void> {
  await runOnDatabase(async ({ pools }, { liveFolder }) => {
    try {
      const texts = new Map<CaptionLanguage, string>();
      for (const [language, path] of captions) texts.set(language, await readFile(path, 'utf8'));
      const wish = { ownerPool: pools.ownerPool, liveFolder, file, captions: texts, target, now: systemClock.now() };
      const { recordingId, recording } = await importRecording(wish);
      const minutes = (secondsOf(recording) / 60).toFixed(1);
      const megabytes = Math.ceil(recording.bytes / 1e6);
      answer(
        { recordingId, seconds: secondsOf(recording), segments: recording.durations.length, bytes: recording.bytes },
        `${recordingId}: ${minutes} minutes in ${recording.durations.length} segments, ${megabytes} MB.`,
      );
    } catch (error) {
      if (!(error instanceof RecordingRefusal) && !isMissingFile(error)) throw error;
      fail(`${file} was not imported. ${error.message}`);
    }
  });
}

function isMissingFile(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR');
}
