import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';

const passphrase = 'a sentence that only this test knows';
const content = randomBytes(400_000);
const long = `${'a-folder-with-a-long-name/'.repeat(6)}file`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lightstick-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, secret?: string) =>
  writeArchive(join(folder, name), { passphrase: secret, scryptWork: 10 }, async (archive) => {
    await archive.addFile('head.json', 2, Buffer.from('{}'));
    await archive.addFolder('empty');
    await archive.addFile(long, content.length, Readable.from([content.subarray(0, 9), content.subarray(9)]));
    await archive.addFile('nothing', 0, Buffer.alloc(0));
  });

async function read(name: string, secret?: string) {
  const found: [name: string, content: Buffer | undefined][] = [];
  await readArchive(join(folder, name), { passphrase: secret }, async (entry) => {
    found.push([entry.name, entry.isFolder ? undefined : await buffer(entry.content)]);
    return undefined;
  });
  return found;
}

it('An archive that another writer has begun is refused, and goes on.', async () => {
  const path = join(folder, 'shared');
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: refused, resolve: goOn } = Promise.withResolvers<void>();
  const first = writeArchive(path, {}, async (archive) => {
    begin();
    await refused;
    await archive.addFile('head.json', 2, Buffer.from('{}'));
  });
  await begun;
  await expect(writeArchive(path, {}, async () => undefined)).rejects.toMatchObject({ code: 'EEXIST' });
  goOn();
  await first;
  expect(await read('shared')).toEqual([['head.json', Buffer.from('{}')]]);
});

describe.each([
  ['An encrypted archive', 'sealed', passphrase],
  ['An archive without a passphrase', 'plain', undefined],
] as const)('%s', (_, name, secret) => {
  it('gives back what was put in, in its order.', async () => {
    expect(await write(name, secret)).toBe((await readFile(join(folder, name))).length);
    expect(await read(name, secret)).toEqual([
      ['head.json', Buffer.from('{}')],
      ['empty', undefined],
      [long, content],
      ['nothing', Buffer.alloc(0)],
    ]);
    expect((await readdir(folder)).filter((file) => file.endsWith('.unfinished'))).toEqual([]);
  });

  it('is found out wherever its end is missing.', async () => {
    const whole = await readFile(join(folder, name));
    for (const bytes of [whole.length - 20, whole.length - 70_000, 70_000, 300]) {
      await writeFile(join(folder, 'cut'), whole.subarray(0, bytes));
      await expect(read('cut', secret), `cut to ${bytes} bytes`).rejects.toMatchObject({ fault: 'truncated' });
    }
  });

  it('is found out when a byte was changed.', async () => {
    const changed = await readFile(join(folder, name));
    changed[100_000] = (changed[100_000] ?? 0) ^ 1;
    await writeFile(join(folder, 'changed'), changed);
    await expect(read('changed', secret)).rejects.toMatchObject({ fault: 'altered' });
  });
});

it('Chunks of an encrypted archive in another order are found out.', async () => {
  const whole = await readFile(join(folder, 'sealed'));
  const chunk = 64 * 1024 + 16;
  const begin = whole.length % chunk;
  const [one, two] = [whole.subarray(-3 * chunk, -2 * chunk), whole.subarray(-2 * chunk, -chunk)];
  expect(begin).toBeGreaterThan(0);
  await writeFile(
    join(folder, 'mixed'),
    Buffer.concat([whole.subarray(0, -3 * chunk), two, one, whole.subarray(-chunk)]),
  );
  await expect(read('mixed', passphrase)).rejects.toMatchObject({ fault: 'altered' });
});

it('An encrypted archive shows nothing of its content, and opens with its passphrase alone.', async () => {
  expect((await readFile(join(folder, 'sealed'))).includes('head.json')).toBe(false);
  await expect(read('sealed', 'another')).rejects.toMatchObject({ fault: 'passphrase wrong' });
  await expect(read('sealed')).rejects.toMatchObject({ fault: 'passphrase missing' });
});

it('Other files, empty ones too, are no archives.', async () => {
  await writeFile(join(folder, 'other'), 'PK and much more of something else');
  await expect(read('other', passphrase)).rejects.toMatchObject({ fault: 'not an archive' });
  await writeFile(join(folder, 'empty'), '');
  await expect(read('empty')).rejects.toMatchObject({ fault: 'truncated' });
});

it('An archive that fails while it is written leaves nothing.', async () => {
  const failing = writeArchive(join(folder, 'failing'), {}, async (archive) => {
    await archive.addFile('big', content.length, content);
    throw new Error('the source is gone');
  });
  await expect(failing).rejects.toThrow('the source is gone');
  expect((await readdir(folder)).filter((file) => file.startsWith('failing'))).toEqual([]);
});
