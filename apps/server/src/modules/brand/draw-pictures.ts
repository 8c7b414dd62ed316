import sharp, { type Sharp } from 'sharp';
import type { BrandPicture } from '#/config/brand.ts';
import type { Drawing } from './drawing.rules.ts';

type Drawn = Readonly<Partial<Record<BrandPicture, Buffer>>>;

type Given = {
  readonly mark: Drawing;
  readonly logo?: Drawing | undefined;
  /** The file of the preview, if the organiser has one. */
  readonly preview?: Buffer | undefined;
  readonly stage: { readonly from: string; readonly to: string };
  /** The colour of the logo in mails. */
  readonly ink: string;
};

/** The size that previews of links have. */
const preview = { width: 1200, height: 630 };
/** As high as mails show it, for screens with twice the points. */
const mailHeight = 56;

/**
 * Draws the pictures of a brand.
 * @throws when a drawing or the file of the preview cannot be read
 */
export async function drawPictures({ mark, logo, stage, ink, ...given }: Given): Promise<Drawn> {
  const icon = (edge: number) => rasterise(mark, { width: edge, height: edge }).png().toBuffer();
  const onStage = (edge: number) => overStage({ width: edge, height: edge }, stage, icon(Math.round(edge * 0.6)));
  const sign = logo
    ? inOneColour(logo, { width: Math.min(760, Math.round(logo.ratio * 190)), colour: '#ffffff' })
    : icon(300);
  return {
    'mark.svg': Buffer.from(mark.svg),
    ...(logo && { 'logo.svg': Buffer.from(logo.svg) }),
    'icon-192.png': await icon(192),
    'icon-512.png': await icon(512),
    // Systems cut any shape out of these two, so that they have no corners.
    'icon-maskable-512.png': await (await onStage(512)).png().toBuffer(),
    'apple-touch-icon.png': await (await onStage(180)).png().toBuffer(),
    'mail.png': await (logo
      ? inOneColour(logo, { width: Math.round(logo.ratio * mailHeight), colour: ink })
      : icon(mailHeight)),
    'preview.jpg': given.preview
      ? await sharp(given.preview)
          .rotate()
          .resize({ ...preview, fit: 'cover' })
          .jpeg({ quality: 82 })
          .toBuffer()
      : await (await overStage(preview, stage, sign)).jpeg({ quality: 82 }).toBuffer(),
  };
}

type Size = { readonly width: number; readonly height?: number };

function rasterise({ svg }: Drawing, size: Size): Sharp {
  // Its own size may be some points; sharp draws at the density that the wanted size needs.
  return sharp(Buffer.from(svg), { density: 600 }).resize({
    ...size,
    fit: 'contain',
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });
}

/** Draws a logo in one colour, as pages show it: only its shape counts. */
async function inOneColour(logo: Drawing, { width, colour }: { width: number; colour: string }): Promise<Buffer> {
  const shape = await rasterise(logo, { width })
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { info } = shape;
  return sharp({ create: { width: info.width, height: info.height, channels: 3, background: colour } })
    .joinChannel(shape.data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png()
    .toBuffer();
}

async function overStage(
  { width, height }: Required<Size>,
  { from, to }: Given['stage'],
  sign: Promise<Buffer>,
): Promise<Sharp> {
  const stage =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    '<linearGradient id="s" x2=".4" y2="1">' +
    `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>` +
    `<rect width="100%" height="100%" fill="url(#s)"/></svg>`;
  return sharp(Buffer.from(stage))
    .composite([{ input: await sign }])
    .removeAlpha();
}
