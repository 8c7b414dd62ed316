import sharp, { type Metadata, type Sharp } from 'sharp';
import { Refusal } from '#/errors.ts';
import { createSemaphore } from './turns.ts';

/** How error messages of the PNG, JPEG and WebP decoders begin; some errors have no message. */
const unreadable = /^(?:Input buffer |vipspng: |VipsJpeg: |webp2vips: |Unknown error$)/;

/** Returns the problem with the picture; nothing for other errors. */
export function complaintIn(error: unknown): 'unreadable' | 'tooManyPixels' | 'tookTooLong' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message.includes('exceeds pixel limit')) return 'tooManyPixels';
  if (error.message.startsWith('timeout: ')) return 'tookTooLong';
  return unreadable.test(error.message) ? 'unreadable' : undefined;
}

/** The most pixels: about the size of a phone photo; decoded, at most 160 MB. */
const mostPixels = 40_000_000;
const mostSeconds = 10;
/** The longest edge that sharp processes. */
const longestEdge = 65_535;
/** Limits concurrent decodes: one takes up to a second of a core, and memory. */
const limited = createSemaphore(2, 100);
/** A separate place for drawings, which strangers ask for, with few that wait: fans' pictures never wait for them. */
const drawnInTurn = createSemaphore(1, 8);

// Allows three decoders for fans' files, and one for our own drawings; the content decides, not the file's name or type.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});

/** How files of the three kinds that fans may send begin, in hexadecimal digits. No drawing begins so. */
const beginnings = [/^89504e470d0a1a0a/, /^ffd8ff/, /^52494646.{8}57454250/];

function isFansKind(file: Uint8Array): boolean {
  const beginning = Buffer.from(file.subarray(0, 12)).toString('hex');
  return beginnings.some((kind) => kind.test(beginning));
}

/**
 * Draws one of our own drawings as JPEG, for readers that know no SVG. Never for a fan's file.
 *
 * @throws Refusal OVERLOADED when others wait already, or when it takes too long.
 */
export function rasterise(drawing: string, width: number): Promise<Buffer> {
  return drawnInTurn(async () => {
    const jpeg = sharp(Buffer.from(drawing)).resize({ width }).jpeg({ quality: 82 }).timeout({ seconds: mostSeconds });
    try {
      return await jpeg.toBuffer();
    } catch (error) {
      throw complaintIn(error) === 'tookTooLong' ? new Refusal('OVERLOADED') : error;
    }
  });
}

// Each picture is read once, so a cache is useless.
sharp.cache(false);

/** The size of the upright picture. */
type UprightSize = { readonly width: number; readonly height: number };

/**
 * Re-encodes a fan's picture as WebP: upright, sRGB, first frame, without metadata or any other part of the file.
 *
 * @param field - the upload's field, named when an edge is too long.
 * @param cut - crops the upright picture; its errors pass through.
 * @throws Refusal PICTURE_UNREADABLE, PICTURE_TOO_MANY_PIXELS with `megapixels`, REQUEST_INVALID for an edge over 65,535
 *   pixels, or OVERLOADED when it takes too long.
 */
export async function redraw(
  { file, field }: { readonly file: Uint8Array; readonly field: string },
  cut: (upright: Sharp, size: UprightSize) => Sharp,
): Promise<Buffer> {
  return limited(async () => {
    if (!isFansKind(file)) throw new Refusal('PICTURE_UNREADABLE');
    const picture = sharp(file, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    const metadata = await refuseUnreadable(picture.metadata());
    if (metadata.width * metadata.height > mostPixels) throw tooManyPixels();
    if (Math.max(metadata.width, metadata.height) > longestEdge) throw tooLongRefusal(field);
    const kept = cut(picture.autoOrient(), uprightSize(metadata));
    return refuseUnreadable(kept.webp({ quality: 82, effort: 4 }).timeout({ seconds: mostSeconds }).toBuffer());
  });
}

/** Turns a decoder error into a refusal; other errors go to the log. */
async function refuseUnreadable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    switch (complaintIn(error)) {
      case 'unreadable':
        throw new Refusal('PICTURE_UNREADABLE');
      case 'tooManyPixels':
        throw tooManyPixels();
      case 'tookTooLong':
        throw new Refusal('OVERLOADED');
      case undefined:
        throw error;
    }
  }
}

function uprightSize({ autoOrient }: Metadata): UprightSize {
  return { width: autoOrient.width, height: autoOrient.height };
}

function tooManyPixels(): Refusal {
  return new Refusal('PICTURE_TOO_MANY_PIXELS', { megapixels: mostPixels / 1_000_000 });
}

function tooLongRefusal(field: string): Refusal {
  const expected = {
    en_US: 'must be at most 65,535 pixels wide and high',
    zh_TW: '寬與高最多 65,535 像素',
  };
  return new Refusal('REQUEST_INVALID', { field, expected });
}
