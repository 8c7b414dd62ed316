import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createScratchFolder, type ScratchFolder } from '../../world/scratch-folder.ts';
import { runJobs } from '../../world/sign-up.ts';
import { createWorld, type World } from '../../world/world.ts';
import { pictureOf } from './pictures.ts';

const hourMs = 60 * 60_000;

let scratch: ScratchFolder;
let folder: string;

beforeEach(async () => {
  scratch = await createScratchFolder();
  folder = join(scratch.path, 'avatars');
  return () => scratch[Symbol.asyncDispose]();
});

async function worldWithFolder(): Promise<World> {
  return createWorld({ settings: { dataDir: scratch.path } });
}

async function uploadShownPicture(given: World): Promise<string> {
  const fan = await given.given.fan();
  const file = new Blob([new Uint8Array(await pictureOf())]);
  const reply = await given.call('POST /wallet/api/v1/userExpand/uploadAvatar', { fan, upload: file, body: {} });
  return reply.data.avatarUrl;
}

async function sweep(given: World): Promise<void> {
  await given.ownerPool.query(`SELECT graphile_worker.add_job('sweep-avatars')`);
  await runJobs(given);
}

describe('the folder of pictures', () => {
  it('is served to browsers alone, for good, as pictures and nothing else', async () => {
    await using given = await worldWithFolder();
    const reply = await given.app.inject(await uploadShownPicture(given));
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it('serves nothing but pictures, at any address', async () => {
    await using given = await worldWithFolder();
    await mkdir(folder, { recursive: true });
    await writeFile(join(scratch.path, 'secret-of-the-server.webp'), 'secret');
    await writeFile(join(folder, 'secret-of-the-server.begun'), 'secret');
    for (const url of [
      '/avatars/',
      '/avatars/no-such-picture-at-all.webp',
      '/avatars/..%2Fsecret-of-the-server.webp',
      '/avatars/%2e%2e%2fsecret-of-the-server.webp',
      '/avatars/..%5Csecret-of-the-server.webp',
      '/avatars/../secret-of-the-server.webp',
      '/avatars/secret-of-the-server.webp%00.webp',
      '/avatars/secret-of-the-server.begun',
    ]) {
      const reply = await given.app.inject({ url, headers: { accept: 'text/html,image/webp' } });
      expect({ url, status: reply.statusCode, leaks: reply.body.includes('secret') }).toEqual({
        url,
        status: 404,
        leaks: false,
      });
    }
  });
});

it('A fan who is erased takes their picture along.', async () => {
  await using given = await worldWithFolder();
  const shown = await uploadShownPicture(given);
  await given.db.updateTable('fan').set({ deletion_requested_at: given.clock.now() }).execute();
  given.clock.advance(8 * 24 * hourMs);
  await given.ownerPool.query(`SELECT graphile_worker.add_job('erase-fans')`);
  await runJobs(given);
  await runJobs(given);
  expect((await given.app.inject(shown)).statusCode).toBe(404);
  expect(await readdir(folder)).toEqual([]);
});

describe('sweeping pictures', () => {
  it('deletes what no fan shows, and not what may still be about to be shown', async () => {
    await using given = await worldWithFolder();
    const shown = (await uploadShownPicture(given)).replace('/avatars/', '');
    const broken = 'f'.repeat(40);
    const fresh = '0'.repeat(40);
    for (const name of [`${broken}.webp`, `${broken}.webp.begun`, `${fresh}.webp`]) {
      await writeFile(join(folder, name), 'half a picture');
    }
    const old = new Date(given.clock.now().getTime() - 2 * hourMs);
    for (const name of [shown, `${broken}.webp`, `${broken}.webp.begun`]) await utimes(join(folder, name), old, old);

    await sweep(given);
    expect(new Set(await readdir(folder))).toEqual(new Set([shown, `${fresh}.webp`]));
  });

  it('has nothing to do before anybody uploaded anything', async () => {
    await using given = await worldWithFolder();
    await sweep(given);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });
});

it('Uploading pictures is limited tightly.', async () => {
  await using strict = await worldWithFolder();
  const fan = await strict.given.fan();
  const upload = new Blob(['no picture']);
  const replies = [];
  for (let n = 0; n < 25; n += 1) {
    replies.push(await strict.call('POST /wallet/api/v1/userExpand/uploadAvatar', { fan, upload, body: {} }));
  }
  expect(replies.filter(({ refusal }) => refusal === 'TOO_MANY_REQUESTS')).toHaveLength(5);
});
