import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectVideo } from '#/modules/tasks/videos/inspect-video.ts';
import { createScratchFolder, type ScratchFolder } from '../../world/scratch-folder.ts';
import { videoFile } from '../../world/video-file.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await createScratchFolder();
});
afterAll(() => scratch[Symbol.asyncDispose]());

async function writeVideo(file: Uint8Array): Promise<string> {
  const path = join(scratch.path, crypto.randomUUID());
  await writeFile(path, file);
  return path;
}

describe('the inspection of a video', () => {
  it('describes its content', async () => {
    const path = await writeVideo(await videoFile({ container: 'mov', seconds: 7, width: 640, height: 360 }));
    expect(await inspectVideo(path)).toEqual({
      facts: { container: 'mov', durationSeconds: 7, width: 640, height: 360 },
    });
  });

  it('is given up when it takes too long', async () => {
    expect(await inspectVideo(await writeVideo(await videoFile()), 0)).toEqual({ fault: 'unreadable' });
  });

  it('does not load a list of pictures that is larger than any camera writes', async () => {
    const padded = async (bytes: number) => {
      const file = await videoFile({ container: 'mp4' });
      const start = file.indexOf('moov') - 4;
      const end = start + file.readUInt32BE(start);
      const padding = Buffer.alloc(bytes);
      padding.writeUInt32BE(bytes);
      padding.write('free', 4);
      file.writeUInt32BE(end - start + bytes, start);
      return writeVideo(Buffer.concat([file.subarray(0, end), padding, file.subarray(end)]));
    };
    expect(await inspectVideo(await padded(15_000_000))).toMatchObject({ facts: { durationSeconds: 5 } });
    expect(await inspectVideo(await padded(16_000_000))).toEqual({ fault: 'unreadable' });
  });

  it('survives files whose every byte may be wrong', async () => {
    const whole = await videoFile({ container: 'mp4' });
    for (let seed = 1; seed <= 5; seed += 1) {
      const torn = Buffer.from(whole);
      for (let at = seed * 7; at < torn.length; at += 97) torn[at] = (torn[at] ?? 0) ^ (seed * 37);
      const inspection = await inspectVideo(await writeVideo(torn));
      expect('fault' in inspection || inspection.facts.durationSeconds >= 0).toBe(true);
    }
  });
});
