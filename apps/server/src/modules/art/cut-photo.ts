import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** What a photo is cut to: portraits are 5 wide and 6 high, covers 3 wide and 2 high, as drawings are. */
export type PhotoFrame = 'portrait' | 'cover';

/** The point of a photo that stays in the middle as far as its edges allow, in percent from the left and the top. */
export type PhotoFocus = readonly [x: number, y: number];

const heightsOfWidth: Readonly<Record<PhotoFrame, number>> = { portrait: 6 / 5, cover: 2 / 3 };

/** The sizes of a photo that are served. JPEG is for previews of links, whose readers may know nothing else. */
export const photoSizes = ['160.webp', '480.webp', '960.webp', '1200.jpg'] as const;
export type PhotoSize = (typeof photoSizes)[number];

const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif']);
/** The shortest edge that still fills a phone's width. */
const shortestEdge = 480;
/** As for fans' pictures: decoded, at most 160 MB. */
const mostPixels = 40_000_000;

/** libvips reads AVIF as HEIF. Files of fans are checked by their first bytes, which no AVIF passes. */
const avif = { operation: ['VipsForeignLoadHeifBuffer'] };

/** Returns what was found in place of a photo; undefined when it is one. */
export async function photoFault(file: Uint8Array): Promise<string | undefined> {
  sharp.unblock(avif);
  try {
    const { format, compression, autoOrient } = await sharp(file).metadata();
    const { width, height } = autoOrient;
    if (!formats.has(format) || (format === 'heif' && compression !== 'av1'))
      return `is a picture of the kind ${format}`;
    if (Math.min(width, height) < shortestEdge) return `has ${width} × ${height} pixels`;
    return width * height > mostPixels ? `has ${Math.round((width * height) / 1e6)} million pixels` : undefined;
  } catch {
    return 'is no picture that can be read';
  }
}

export const photoExpectation =
  `a JPEG, PNG, WebP or AVIF file, each edge at least ${shortestEdge} pixels, ` +
  `and at most ${mostPixels / 1_000_000} million pixels`;

/** Returns the name of a photo: the same file with the same frame and focus has the same name. */
export function photoNameOf(file: Uint8Array, frame: PhotoFrame, focus: PhotoFocus): string {
  const hash = createHash('sha256').update(`${frame} ${focus.join()}\0`).update(file);
  return `photo.${hash.digest('hex').slice(0, 32)}`;
}

/** Cuts a photo to its frame and encodes each size: upright, sRGB, without metadata. */
export async function cutPhoto(
  file: Uint8Array,
  { frame, focus }: { readonly frame: PhotoFrame; readonly focus: PhotoFocus },
): Promise<ReadonlyMap<PhotoSize, Buffer>> {
  sharp.unblock(avif);
  const { autoOrient } = await sharp(file).metadata();
  const cut = cutOf(autoOrient, heightsOfWidth[frame], focus);
  const files = new Map<PhotoSize, Buffer>();
  for (const size of photoSizes) {
    const width = Number.parseInt(size, 10);
    const picture = sharp(file, { limitInputPixels: mostPixels, pages: 1 })
      .autoOrient()
      .extract(cut)
      .resize({ width, height: Math.round(width * heightsOfWidth[frame]), fit: 'cover' })
      .flatten({ background: '#ffffff' });
    const encoded = size.endsWith('.jpg') ? picture.jpeg({ quality: 82 }) : picture.webp({ quality: 80, effort: 4 });
    files.set(size, await encoded.toBuffer());
  }
  return files;
}

/** Returns the largest part of the shape whose middle is as near to the focus as the edges allow. */
function cutOf(whole: { width: number; height: number }, heightOfWidth: number, [x, y]: PhotoFocus) {
  const width = Math.floor(Math.min(whole.width, whole.height / heightOfWidth));
  const height = Math.floor(Math.min(whole.height, whole.width * heightOfWidth));
  const startOf = (percent: number, edge: number, part: number) =>
    Math.round(Math.min(Math.max((percent / 100) * edge - part / 2, 0), edge - part));
  return { left: startOf(x, whole.width, width), top: startOf(y, whole.height, height), width, height };
}
