import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyContent, formatProblem, readPack } from '#/modules/content/index.ts';
import { createWorld, type World } from '../world/world.ts';
import { type Edit, type PackFolder, problemsAfter, smallPack, withoutSimulation } from './small-pack.ts';

/** A photo whose left half is red and whose right half is blue. */
async function redAndBlue(width: number, height: number, format: 'jpeg' | 'png' | 'webp' | 'avif'): Promise<Buffer> {
  const left = await sharp({ create: { width: width / 2, height, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

const photoOf = (file: string, more = '') =>
  `{ file: ${file}, alt: { en_US: Ada on stage, zh_TW: 舞台上的 Ada }${more} }`;
const adaByPhoto = (more = ''): Edit => [
  'idols.yaml',
  'portraitSeed: ada-h2',
  `portraitPhoto: ${photoOf('ada.jpg', more)}`,
];
const getIdol = 'GET /activity/api/v1/vote/idol/getIdol';

async function packWithPhotos(...edits: readonly Edit[]): Promise<PackFolder> {
  const folder = await smallPack(withoutSimulation, ...edits);
  await mkdir(join(folder.path, 'pictures'));
  await writeFile(join(folder.path, 'pictures/ada.jpg'), await redAndBlue(1600, 1200, 'jpeg'));
  await writeFile(join(folder.path, 'pictures/cover.avif'), await redAndBlue(900, 600, 'avif'));
  return folder;
}

async function problemsOf(folder: PackFolder): Promise<string[]> {
  const { problems } = await readPack(folder.path);
  return problems.map((problem) => formatProblem(problem).replace(`${folder.path}/`, ''));
}

describe('a pack with photos', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await using folder = await packWithPhotos(
      adaByPhoto(', focus: [0, 0]'),
      ['activities.yaml', 'coverSeed: small', `coverPhoto: ${photoOf('cover.avif')}`],
      ['banners.yaml', 'pictureSeed: welcome-h2', `picturePhoto: ${photoOf('cover.avif')}`],
    );
    await applyContent({ ownerPool: world.ownerPool, clock: world.clock, folder: folder.path });
    return () => world[Symbol.asyncDispose]();
  });

  async function photoAt(address: string) {
    const answer = await world.app.inject({ url: address });
    const picture = sharp(answer.rawPayload);
    const { format, width, height, exif } = await picture.metadata();
    const { dominant } = await picture.stats();
    return { status: answer.statusCode, type: answer.headers['content-type'], format, width, height, exif, dominant };
  }

  it('shows the part of a photo around its focus, in the shape of drawings and in each size.', async () => {
    const { data } = await world.call(getIdol, { query: { activityId: '7', idolId: '11' } });
    expect(data.portraitAlt).toBe('Ada on stage');
    const { portraitUrl } = data;
    expect(portraitUrl).toMatch(/^\/art\/v1\/photos\/[0-9a-f]{32}-480\.webp$/);
    const shown = await photoAt(portraitUrl);
    expect(shown).toMatchObject({ status: 200, type: 'image/webp', format: 'webp', width: 480, height: 576 });
    expect(shown.dominant).toMatchObject({ r: expect.closeTo(248, -1), b: expect.closeTo(8, -1) });
    expect(await photoAt(portraitUrl.replace('480.webp', '960.webp'))).toMatchObject({ width: 960, height: 1152 });
    const preview = await photoAt(portraitUrl.replace('480.webp', '1200.jpg'));
    expect(preview).toMatchObject({ type: 'image/jpeg', format: 'jpeg', width: 1200, height: 1440 });
  });

  it('draws what has no photo, and uses a file in several places.', async () => {
    const { data } = await world.call(getIdol, { query: { activityId: '7', idolId: '12' } });
    expect(data).toMatchObject({ portraitUrl: expect.stringMatching(/bea-h3\.svg$/), portraitAlt: null });
    const { rows } = await world.ownerPool.query('SELECT frame FROM photo ORDER BY frame');
    expect(rows).toEqual([{ frame: 'cover' }, { frame: 'portrait' }]);
  });

  it('tells sites that frame the ranking of a cover’s JPEG and its size.', async () => {
    const { publicUrl } = world.services.settings;
    const link = encodeURIComponent(new URL('/vote-activity?activityId=7', publicUrl).href);
    const told = (await world.app.inject({ url: `/oembed?url=${link}` })).json<Record<string, string>>();
    const { width, height, ...thumbnail } = await photoAt(new URL(told['thumbnail_url'] ?? '').pathname);
    expect(thumbnail).toMatchObject({ status: 200, type: 'image/jpeg', format: 'jpeg' });
    expect([width, height]).toEqual([told['thumbnail_width'], told['thumbnail_height']]);
  });

  it('keeps a photo that is applied again, with new words.', async () => {
    const before = await world.ownerPool.query('SELECT photo, size FROM photo_file ORDER BY photo, size');
    await using folder = await packWithPhotos(adaByPhoto(', focus: [0, 0]'), ['pack.yaml', '1.0.0', '1.0.1']);
    await folder.edit(['idols.yaml', 'Ada on stage', 'Ada laughs']);
    await applyContent({ ownerPool: world.ownerPool, clock: world.clock, folder: folder.path });
    const after = await world.ownerPool.query('SELECT photo, size FROM photo_file ORDER BY photo, size');
    expect(after.rows).toEqual(before.rows);
    const { rows } = await world.ownerPool.query(`SELECT alt->>'en_US' AS alt FROM photo WHERE frame = 'portrait'`);
    expect(rows).toEqual([{ alt: 'Ada laughs' }]);
  });

  it('answers 404 for an address that is no photo.', async () => {
    const paths = ['x', `${'0'.repeat(32)}-480.webp`, `${'0'.repeat(32)}-481.webp`, `${'0'.repeat(32)}-480.svg`];
    for (const path of paths) expect((await world.app.inject({ url: `/art/v1/photos/${path}` })).statusCode).toBe(404);
  });
});

it('A place that names no file of the folder, both kinds of picture or none is refused.', async () => {
  expect(await problemsAfter(adaByPhoto())).toEqual([
    'idols.yaml:7 idols[0].portraitPhoto.file: is "ada.jpg"; expected a file of the folder pictures: which has none',
  ]);
  const expected = 'expected either portraitSeed, the seed of a drawing, or portraitPhoto';
  expect(await problemsAfter(['idols.yaml', '    portraitSeed: ada-h2\n', ''])).toEqual([
    `idols.yaml:2 idols[0].portraitSeed: is missing; ${expected}`,
  ]);
  await using folder = await packWithPhotos([
    'idols.yaml',
    'ada-h2',
    `ada-h2\n    portraitPhoto: ${photoOf('ada.jpg')}`,
  ]);
  expect(await problemsOf(folder)).toEqual([`idols.yaml:7 idols[0].portraitSeed: is "ada-h2"; ${expected}`]);
});

it('A file that is no photo, or a small one, is refused with what is expected.', async () => {
  await using folder = await packWithPhotos(adaByPhoto());
  await writeFile(join(folder.path, 'pictures/ada.jpg'), await redAndBlue(300, 400, 'png'));
  await writeFile(join(folder.path, 'pictures/notes.txt'), 'no picture');
  await writeFile(
    join(folder.path, 'pictures/logo.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900"/>',
  );
  const problems = await problemsOf(folder);
  expect(problems).toEqual([
    expect.stringMatching(/^idols\.yaml:7 .* is "ada\.jpg"; expected a file of the folder pictures: cover\.avif$/),
    expect.stringMatching(/^pictures\/ada\.jpg has 300 × 400 pixels; expected a JPEG, PNG, WebP or AVIF file/),
    expect.stringMatching(/^pictures\/logo\.svg is a picture of the kind svg; expected/),
    expect.stringMatching(/^pictures\/notes\.txt is no picture that can be read; expected/),
  ]);
});
