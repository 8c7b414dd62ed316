import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type Colour = { readonly r: number; readonly g: number; readonly b: number };

export const red: Colour = { r: 220, g: 30, b: 30 };
export const blue: Colour = { r: 30, g: 60, b: 220 };

type PictureOptions = {
  readonly format?: 'png' | 'jpeg' | 'webp';
  /** The left half is red and the right half is blue by default. */
  readonly left?: Colour;
  readonly right?: Colour;
  readonly width?: number;
  readonly height?: number;
};

/** Draws a picture of two halves, so that crop and rotation can be seen. */
export async function pictureOf(options: PictureOptions = {}): Promise<Buffer> {
  const { format = 'png', left = red, right = blue, width = 400, height = 200 } = options;
  return halves(left, right, width, height).toFormat(format).toBuffer();
}

/** Writes the two halves as a phone's camera does: turned by EXIF, and with the place where they were taken. */
export async function photoWithPlace(): Promise<Buffer> {
  return halves(red, blue, 400, 200)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Telltale Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 2/1 3/1', GPSLongitudeRef: 'E', GPSLongitude: '121/1 33/1 5/1' },
    })
    .jpeg()
    .toBuffer();
}

function halves(left: Colour, right: Colour, width: number, height: number) {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: right } };
  return sharp({ create: { width, height, channels: 3, background: left } }).composite([
    { input: half, left: Math.floor(width / 2), top: 0 },
  ]);
}

/** Writes a PNG of a few kilobytes that is enormous when it is decoded. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, grey.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function crc32(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** Returns the colour of a picture at a place, given in parts of its width and height. */
export async function colourAt(picture: Buffer, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [r = 0, , b = 0] = data.subarray(at, at + 3);
  if (r > 150 && b < 100) return 'red';
  return b > 150 && r < 100 ? 'blue' : 'other';
}
