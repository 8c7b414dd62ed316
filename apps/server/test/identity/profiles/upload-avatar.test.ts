import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { createScratchFolder, type ScratchFolder } from '../../world/scratch-folder.ts';
import { runJobs } from '../../world/sign-up.ts';
import { createWorld, type World } from '../../world/world.ts';
import { blue, bomb, colourAt, photoWithPlace, pictureOf, red } from './pictures.ts';

const uploadAvatar = 'POST /wallet/api/v1/userExpand/uploadAvatar';
const removeAvatar = 'POST /wallet/api/v1/userExpand/removeAvatar';
const getUserInfo = 'POST /wallet/api/v1/userExpand/getUserInfo';

let scratch: ScratchFolder;
let world: World;
beforeAll(async () => {
  scratch = await createScratchFolder();
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' }, settings: { dataDir: scratch.path } });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});

const upload = (fan: TestFan | undefined, file: Uint8Array, body: { crop?: string; accountId?: string } = {}) =>
  world.call(uploadAvatar, { fan, upload: new Blob([new Uint8Array(file)]), body });

/** Lists the remaining files after the server's deletions. */
async function files(): Promise<string[]> {
  await runJobs(world);
  return readdir(join(scratch.path, 'avatars')).catch(() => []);
}

const avatarUrlOf = async (fan: TestFan) => (await world.call(getUserInfo, { fan, body: {} })).data.avatarUrl;

/** Fetches a picture as the server serves it. */
async function fetchServed(url: string): Promise<Buffer> {
  const reply = await world.app.inject(url);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp']);
  return reply.rawPayload;
}

/** Fails unless a refusal leaves every row, every file and the picture of the fan as they were. */
async function keepsEverything<Reply>(act: () => Promise<Reply>): Promise<Reply> {
  const before = await files();
  const reply = await changesNothing(world, act);
  expect(await files()).toEqual(before);
  return reply;
}

describe('a picture that a fan uploads', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('as %s is shown as a square WebP', async (format) => {
    const fan = await world.given.fan();
    const { data } = await upload(fan, await pictureOf({ format }));
    expect(data.avatarUrl).toMatch(/^\/avatars\/[0-9a-f]{40}\.webp$/);
    expect(await avatarUrlOf(fan)).toBe(data.avatarUrl);
    const picture = await fetchServed(data.avatarUrl);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect([await colourAt(picture, 0.2, 0.5), await colourAt(picture, 0.8, 0.5)]).toEqual(['red', 'blue']);
  });

  it('is cropped as the fan chose, else in the middle', async () => {
    const fan = await world.given.fan();
    const cut = async (crop?: string) => {
      const { data } = await upload(fan, await pictureOf(), crop === undefined ? {} : { crop });
      const picture = await fetchServed(data.avatarUrl);
      return [await colourAt(picture, 0.1, 0.5), await colourAt(picture, 0.9, 0.5)];
    };
    expect(await cut('0,0,200')).toEqual(['red', 'red']);
    expect(await cut('200,0,200')).toEqual(['blue', 'blue']);
    expect(await cut('150,50,100')).toEqual(['red', 'blue']);
    expect(await cut()).toEqual(['red', 'blue']);
  });

  it('is upright and hides where it was taken', async () => {
    const fan = await world.given.fan();
    const photo = await photoWithPlace();
    const { exif, orientation } = await sharp(photo).metadata();
    expect([exif?.includes('Telltale Camera'), orientation]).toEqual([true, 6]);
    const { data } = await upload(fan, photo, { crop: '0,100,200' });
    const picture = await fetchServed(data.avatarUrl);
    expect([await colourAt(picture, 0.5, 0.1), await colourAt(picture, 0.5, 0.9)]).toEqual(['red', 'blue']);
    const metadata = await sharp(picture).metadata();
    for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'orientation'] as const) expect(metadata[kind]).toBeUndefined();
    for (const word of ['Telltale', 'EXIF', 'GPS']) expect(picture.includes(word)).toBe(false);
  });

  it('that moves is shown by its first frame', async () => {
    const fan = await world.given.fan();
    const frames = await Promise.all([red, blue].map((colour) => pictureOf({ left: colour, right: colour })));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [50, 50] })
      .toBuffer();
    expect(await sharp(moving).metadata()).toMatchObject({ pages: 2 });
    const { data } = await upload(fan, moving);
    const picture = await fetchServed(data.avatarUrl);
    expect((await sharp(picture).metadata()).pages).toBeUndefined();
    expect(await colourAt(picture, 0.5, 0.5)).toBe('red');
  });

  it('that is a page or an archive as well is only a picture afterwards', async () => {
    const fan = await world.given.fan();
    const evil = Buffer.from('<script>alert(document.domain)</script>PK\u0003\u0004');
    const { data } = await upload(fan, Buffer.concat([await pictureOf({ format: 'jpeg' }), evil]));
    const picture = await fetchServed(data.avatarUrl);
    expect(picture.includes('<script>')).toBe(false);
    expect(picture.includes('PK\u0003\u0004')).toBe(false);
  });

  it('takes the place of the one before, whose file goes', async () => {
    const fan = await world.given.fan();
    const others = await files();
    const first = (await upload(fan, await pictureOf())).data.avatarUrl;
    const second = (await upload(fan, await pictureOf({ left: blue }))).data.avatarUrl;
    expect(second).not.toBe(first);
    expect(await files()).toHaveLength(others.length + 1);
    expect((await world.app.inject(first)).statusCode).toBe(404);
    await fetchServed(second);
  });

  it('uploaded forty times at once leaves one file, which is the one shown, and some are too many', async () => {
    const fan = await world.given.fan();
    const others = new Set(await files());
    const picture = await pictureOf({ format: 'jpeg' });
    const replies = await Promise.all(Array.from({ length: 40 }, () => upload(fan, picture)));
    const refusals = replies.flatMap(({ refusal }) => refusal ?? []);
    expect(refusals.length).toBeLessThanOrEqual(20);
    expect(new Set(refusals)).toEqual(new Set(['OVERLOADED']));
    const left = (await files()).filter((name) => !others.has(name));
    expect(left.map((name) => `/avatars/${name}`)).toEqual([await avatarUrlOf(fan)]);
  });

  it('is taken away again for the drawn avatar, once or many times', async () => {
    const fan = await world.given.fan();
    const others = await files();
    const portrait = await avatarUrlOf(fan);
    await upload(fan, await pictureOf());
    expect((await world.call(removeAvatar, { fan, body: {} })).data.avatarUrl).toBe(portrait);
    expect((await world.call(removeAvatar, { fan, body: { accountId: fan.accountId } })).data.avatarUrl).toBe(portrait);
    expect(await files()).toEqual(others);
  });
});

describe('what is not a picture', () => {
  const pixel = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  it.each([
    ['an SVG', () => Promise.resolve(Buffer.from(pixel))],
    ['a GIF', () => tile().gif().toBuffer()],
    ['a TIFF', () => tile().tiff().toBuffer()],
    ['a page', () => Promise.resolve(Buffer.from('<!doctype html><title>hello</title>'))],
    ['nothing', () => Promise.resolve(Buffer.alloc(0))],
    ['half a PNG', async () => half(await pictureOf())],
    ['half a JPEG', async () => half(await pictureOf({ format: 'jpeg', width: 1600, height: 1200 }))],
    ['half a WebP', async () => half(await pictureOf({ format: 'webp' }))],
    ['the head of a PNG', () => Promise.resolve(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ])('as %s is refused', async (_, make) => {
    const fan = await world.given.fan();
    await upload(fan, await pictureOf());
    const file = await make();
    const reply = await keepsEverything(() => upload(fan, file));
    expect(reply).toMatchObject({ refusal: 'PICTURE_UNREADABLE', status: 200 });
  });

  const tile = () => sharp({ create: { width: 9, height: 9, channels: 3, background: red } });
  const half = (file: Buffer) => file.subarray(0, file.length / 2);

  it('is refused in both languages', async () => {
    const fan = await world.given.fan();
    const ask = (language: 'en_US' | 'zh_TW') =>
      world.call(uploadAvatar, { fan, upload: new Blob(['no picture']), body: {}, language });
    expect((await ask('en_US')).message).toBe('We can’t read this picture. Choose a PNG, JPEG or WebP file.');
    expect((await ask('zh_TW')).message).toBe('無法讀取這張圖片，請選擇 PNG、JPEG 或 WebP 檔案。');
  });
});

describe('a picture that is too much', () => {
  it('in bytes is refused, and one byte less is judged by what it is', async () => {
    const fan = await world.given.fan();
    const refused = await keepsEverything(() => upload(fan, Buffer.alloc(5_000_001)));
    expect(refused).toMatchObject({
      refusal: 'PICTURE_TOO_LARGE',
      message: 'The picture is over 5 MB. Choose a smaller one.',
    });
    expect((await keepsEverything(() => upload(fan, Buffer.alloc(5_000_000)))).refusal).toBe('PICTURE_UNREADABLE');
  });

  it('in pixels is refused before it is decoded', async () => {
    const fan = await world.given.fan();
    const packed = bomb(30_000, 30_000);
    expect(packed.length).toBeLessThan(200_000);
    expect(await keepsEverything(() => upload(fan, packed))).toMatchObject({
      refusal: 'PICTURE_TOO_MANY_PIXELS',
      message: 'The picture is over 40 megapixels. Choose a smaller one.',
    });
  });

  it.each([
    ['width', 70_000, 10],
    ['height', 10, 65_536],
  ])('in %s is refused with the name of its field', async (_, width, height) => {
    const fan = await world.given.fan();
    expect(await keepsEverything(() => upload(fan, bomb(width, height)))).toMatchObject({
      status: 422,
      refusal: 'REQUEST_INVALID',
      message: 'avatar: must be at most 65,535 pixels wide and high.',
    });
  });

  it.each([
    [65_535, 10],
    [1, 65_535],
  ])('is not one of %i by %i pixels', async (width, height) => {
    const fan = await world.given.fan();
    const { data } = await upload(fan, bomb(width, height));
    expect(await sharp(await fetchServed(data.avatarUrl)).metadata()).toMatchObject({ width: 512, height: 512 });
  });
});

/** Writes a file of a hand-made form; without a name its end. */
function part(name: string): string {
  if (name === '') return '--x--\r\n';
  return `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\nx\r\n`;
}

describe('a form that is not as promised', () => {
  it.each([
    ['without a file', {}, undefined, 'avatar: is missing; it must be a file.'],
    [
      'with a crop that is no square',
      { crop: '0,0' },
      pictureOf,
      'crop: must be left,top,size in pixels, such as 40,0,1200.',
    ],
    ['with a crop beyond the picture', { crop: '300,0,200' }, pictureOf, 'crop: must be within the picture.'],
  ])('%s gets an answer that names what is missing', async (_, body, make, message) => {
    const fan = await world.given.fan();
    const file = make && new Blob([new Uint8Array(await make())]);
    const reply = await keepsEverything(() => world.call(uploadAvatar, { fan, body, ...(file && { upload: file }) }));
    expect(reply).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID', message });
  });

  it.each([
    ['JSON', 'application/json', '{"avatar":"iVBORw0KGgo="}'],
    ['a form cut off', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="avatar"; f'],
    ['a form without a boundary', 'multipart/form-data', 'avatar=x'],
    [
      'a form of two files',
      'multipart/form-data; boundary=x',
      ['avatar', 'second', ''].map((name) => part(name)).join(''),
    ],
    [
      'a field without end',
      'multipart/form-data; boundary=x',
      `--x\r\ncontent-disposition: form-data; name="crop"\r\n\r\n${'9'.repeat(5000)}\r\n--x--\r\n`,
    ],
    [
      'a field named as a prototype',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n{}\r\n--x--\r\n',
    ],
  ])('%s is not read', async (_, contentType, payload) => {
    const fan = await world.given.fan();
    const reply = await keepsEverything(() =>
      world.app.inject({
        method: 'POST',
        url: '/wallet/api/v1/userExpand/uploadAvatar',
        headers: { token: fan.token, 'content-type': contentType },
        payload,
      }),
    );
    expect([reply.statusCode, reply.json<{ code: number }>().code]).toEqual([400, 9000]);
  });

  it('is not taken by a call that is none of a file', async () => {
    const fan = await world.given.fan();
    const reply = await world.app.inject({
      method: 'POST',
      url: '/wallet/api/v1/userExpand/updateAccountInfo',
      headers: { token: fan.token, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="nickname"\r\n\r\nHana\r\n--x--\r\n',
    });
    expect([reply.statusCode, reply.json<{ code: number }>().code]).toEqual([400, 9000]);
  });
});

describe('uploading', () => {
  it('needs a session, and is about oneself', async () => {
    const [fan, other] = [await world.given.fan(), await world.given.fan()];
    const picture = await pictureOf();
    expect((await keepsEverything(() => upload(undefined, picture))).status).toBe(401);
    const foreign = { accountId: other.accountId };
    expect((await keepsEverything(() => upload(fan, picture, foreign))).status).toBe(403);
    expect((await keepsEverything(() => world.call(removeAvatar, { body: {} }))).status).toBe(401);
    expect((await keepsEverything(() => world.call(removeAvatar, { fan, body: foreign }))).status).toBe(403);
  });
});
