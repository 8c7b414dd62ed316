import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { beforeAll, afterAll, expect, it } from 'vitest';
import { parseSettings } from '#/config/settings.ts';
import { createLog } from '#/log.ts';
import { openVideoStorage } from '#/modules/tasks/videos/open-video-storage.ts';
import { VideoMissing, type VideoStorage } from '#/modules/tasks/videos/video-storage.ts';
import { startObjectStorage } from '../../world/object-storage/start-object-storage.ts';
import { createScratchFolder, type ScratchFolder } from '../../world/scratch-folder.ts';

const id = (digit: string) => digit.repeat(32);
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, position) => position % 251));

/** Tests what holds for videos in every storage. */
export function storageKeepsItsPromises(kind: 'folder' | 's3'): void {
  const opened = new AsyncDisposableStack();
  let scratch: ScratchFolder;
  let storage: VideoStorage;
  beforeAll(async () => {
    scratch = opened.use(await createScratchFolder());
    const environment = kind === 's3' ? opened.use(await startObjectStorage()).environment : {};
    const settings = parseSettings({ NODE_ENV: 'test', DATA_DIR: scratch.path, ...environment }, scratch.path);
    storage = openVideoStorage(settings, createLog('silent'));
  });
  afterAll(() => opened.disposeAsync());

  const uploads = () =>
    storage.openUploads((videoId) => Promise.resolve(new Upload({ id: videoId, size: bytes.length, offset: 0 })));

  async function beginUpload(videoId: string) {
    const store = await uploads();
    await store.create(new Upload({ id: videoId, size: bytes.length, offset: 0 }));
    return store;
  }

  async function finishUpload(videoId: string): Promise<void> {
    const store = await beginUpload(videoId);
    await store.write(Readable.from([bytes]), videoId, 0);
  }

  async function keepVideo(videoId: string): Promise<void> {
    await finishUpload(videoId);
    await using whole = await storage.openWhole(videoId, bytes.length);
    await whole.keep();
  }

  const readAll = async (videoId: string, range: { start: number; end: number }) =>
    Buffer.concat(await Array.fromAsync<Buffer>(await storage.read(videoId, 'video', range)));
  const listOlder = async (instant: Date) => [...new Set(await Array.fromAsync(storage.olderThan(instant)))].toSorted();
  const later = () => new Date(Date.now() + 60_000);

  it('an upload comes in parts, and every opening knows how far it is', async () => {
    const store = await beginUpload(id('1'));
    expect((await store.getUpload(id('1'))).offset).toBe(0);
    expect(await store.write(Readable.from([bytes.subarray(0, 300)]), id('1'), 0)).toBe(300);
    expect(await storage.arrivedBytes(id('1'))).toBe(300);
    const again = await uploads();
    expect(await again.getUpload(id('1'))).toMatchObject({ offset: 300, size: bytes.length });
    expect(await again.write(Readable.from([bytes.subarray(300)]), id('1'), 300)).toBe(bytes.length);
    await using whole = await storage.openWhole(id('1'), bytes.length);
    expect(await readFile(whole.path)).toEqual(bytes);
  });

  it('the same part twice, and one that begins in the middle of another, change nothing of what is there', async () => {
    const store = await beginUpload(id('2'));
    await store.write(Readable.from([bytes.subarray(0, 400)]), id('2'), 0);
    await store.write(Readable.from([bytes.subarray(0, 400)]), id('2'), 0);
    await store.write(Readable.from([bytes.subarray(400)]), id('2'), 400);
    await store.write(Readable.from([bytes.subarray(100, 600)]), id('2'), 100);
    expect(await storage.arrivedBytes(id('2'))).toBe(bytes.length);
    await using whole = await storage.openWhole(id('2'), bytes.length);
    expect(await readFile(whole.path)).toEqual(bytes);
  });

  it('what has not arrived cannot be opened', async () => {
    expect(await storage.arrivedBytes(id('3'))).toBe(0);
    await expect(storage.openWhole(id('3'), bytes.length)).rejects.toBeInstanceOf(VideoMissing);
  });

  it('what was kept is read in any range, and is opened again', async () => {
    await keepVideo(id('4'));
    expect(await storage.sizeOf(id('4'), 'video')).toBe(bytes.length);
    expect(await readAll(id('4'), { start: 0, end: bytes.length - 1 })).toEqual(bytes);
    expect(await readAll(id('4'), { start: 250, end: 250 })).toEqual(bytes.subarray(250, 251));
    expect(await readAll(id('4'), { start: 990, end: 999 })).toEqual(bytes.subarray(990));
    await using whole = await storage.openWhole(id('4'), bytes.length);
    await whole.keep();
    expect(await readAll(id('4'), { start: 0, end: 999 })).toEqual(bytes);
  });

  it.runIf(kind === 'folder')('late writes of a slow connection reach no inspected file', async () => {
    await finishUpload(id('c'));
    await using slow = await open(join(scratch.path, 'fan-videos', id('c')), 'r+');
    await using whole = await storage.openWhole(id('c'), bytes.length);
    await slow.write(Buffer.from('other'), 0, 5, 0);
    expect(await readFile(whole.path)).toEqual(bytes);
    await whole.keep();
    await slow.write(Buffer.from('other'), 0, 5, 100);
    expect(await readAll(id('c'), { start: 0, end: bytes.length - 1 })).toEqual(bytes);
  });

  it('two that look at once keep the same, and neither takes away what the other looks at', async () => {
    await finishUpload(id('d'));
    {
      await using one = await storage.openWhole(id('d'), bytes.length);
      await using other = await storage.openWhole(id('d'), bytes.length);
      await one.keep();
      expect(await readFile(other.path)).toEqual(bytes);
      await other.keep();
    }
    expect(await readAll(id('d'), { start: 0, end: bytes.length - 1 })).toEqual(bytes);
  });

  it.runIf(kind === 'folder')('half-written remains go after some time, and no whole file does', async () => {
    await keepVideo(id('e'));
    await storage.keepPoster(id('e'), bytes);
    const folder = join(scratch.path, 'fan-videos');
    const half = [`${id('e')}.0123456789abcdef.begun`, `${id('e')}.webp.begun`];
    for (const name of half) await writeFile(join(folder, name), 'half');
    const names = async () => (await readdir(folder)).filter((name) => name.startsWith(id('e'))).toSorted();
    const whole = [id('e'), `${id('e')}.webp`];
    await storage.removeBegun(new Date(Date.now() - 60_000));
    expect(await names()).toEqual([...whole, ...half].toSorted());
    await storage.removeBegun(later());
    expect(await names()).toEqual(whole);
  });

  it('a poster takes the place of the one before', async () => {
    await storage.keepPoster(id('5'), Buffer.from('first picture'));
    await storage.keepPoster(id('5'), Buffer.from('second'));
    expect(await storage.sizeOf(id('5'), 'poster')).toBe(6);
    expect(await storage.sizeOf(id('5'), 'video')).toBeUndefined();
  });

  it('all of a video is removed, nothing of another, and twice is no harm', async () => {
    await keepVideo(id('6'));
    await storage.keepPoster(id('6'), bytes);
    await keepVideo(id('7'));
    await finishUpload(id('8'));
    for (const videoId of [id('6'), id('6'), id('8')]) await storage.remove(videoId);
    expect(await storage.sizeOf(id('6'), 'video')).toBeUndefined();
    expect(await storage.sizeOf(id('6'), 'poster')).toBeUndefined();
    expect(await storage.arrivedBytes(id('8'))).toBe(0);
    expect(await storage.sizeOf(id('7'), 'video')).toBe(bytes.length);
  });

  it('lists everything that is old enough', async () => {
    await finishUpload(id('9'));
    await storage.keepPoster(id('a'), bytes);
    expect(await listOlder(later())).toEqual(expect.arrayContaining([id('7'), id('9'), id('a')]));
    expect(await listOlder(new Date(Date.now() - 60_000))).toEqual([]);
  });

  it('a reader who leaves in the middle leaves nothing open', async () => {
    await keepVideo(id('b'));
    const stream = await storage.read(id('b'), 'video', { start: 0, end: 999 });
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(stream.destroyed).toBe(true);
  });
}
