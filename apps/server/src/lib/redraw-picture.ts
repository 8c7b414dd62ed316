import sharp, { type Metadata, type Sharp } from 'sharp';
import { Refusal } from '#/errors.ts';
import { createSemaphore } from './semaphore.ts';

/** How the decoders of PNG, JPEG and WebP begin their complaints; now and then one of them fails without a word. */
const unreadable = /^(?:Input buffer |vipspng: |VipsJpeg: |webp2vips: |Unknown error$)/;

/** What an error of the drawing says of the picture; nothing when it says that something else is wrong. */
export function complaintIn(error: unknown): 'unreadable' | 'tooManyPixels' | 'tookTooLong' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message.includes('exceeds pixel limit')) return 'tooManyPixels';
  if (error.message.startsWith('timeout: ')) return 'tookTooLong';
  return unreadable.test(error.message) ? 'unreadable' : undefined;
}

/** About what a phone's camera takes; decoded, that is 160 MB at most. */
const mostPixels = 40_000_000;
const mostSeconds = 10;
/** Pictures that are decoded at once, and that wait for it: a picture takes a core for up to a second, and its memory. */
const limited = createSemaphore(2, 100);

// What a picture is, its content says; only these three decoders ever see it, whatever its name or type pretends.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Every picture is seen once, so nothing is gained by remembering it.
sharp.cache(false);

/** The measures of a picture as it is shown upright. */
type UprightSize = { readonly width: number; readonly height: number };

/**
 * Draws a picture of a fan's anew, as a WebP: upright, in sRGB, without metadata, and of a moving picture the first frame.
 * Nothing of the file itself is kept, so whatever else it carried is gone.
 *
 * @param cut - makes of the upright picture what is kept; what it throws is thrown.
 * @throws Refusal PICTURE_UNREADABLE, PICTURE_TOO_MANY_PIXELS with `megapixels`, or OVERLOADED when it takes too long.
 */
export async function redraw(file: Uint8Array, cut: (upright: Sharp, size: UprightSize) => Sharp): Promise<Buffer> {
  return limited(async () => {
    if (file.length === 0) throw new Refusal('PICTURE_UNREADABLE');
    const picture = sharp(file, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    const metadata = await readable(picture.metadata());
    if (metadata.width * metadata.height > mostPixels) throw tooManyPixels();
    const kept = cut(picture.autoOrient(), uprightSize(metadata));
    return readable(kept.webp({ quality: 82, effort: 4 }).timeout({ seconds: mostSeconds }).toBuffer());
  });
}

/** Where the decoder complains, the fan is told; anything else is for the log. */
async function readable<Result>(work: Promise<Result>): Promise<Result> {
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
