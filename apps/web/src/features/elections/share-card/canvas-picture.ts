import { pageBrand } from '#/lib/brand.ts';
import { text } from '#/lib/i18n/use-text.ts';
import type { TextPen } from './canvas-text.ts';

/** Returns an empty canvas. Throws when the browser has none. */
export function newCanvas({ width, height }: { width: number; height: number }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas to draw on.');
  return { canvas, context };
}

/** A canvas uses fonts that are loaded at that moment. */
export async function loadFonts(): Promise<undefined> {
  await Promise.all([600, 700, 800].map((weight) => document.fonts.load(`${weight} 40px Figtree`)));
  await document.fonts.ready;
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))), 'image/png');
  });
}

/**
 * Loads a picture of this site. An SVG gets a fixed size, because browsers disagree on the size of one with only a viewBox.
 * Same origin, so that the canvas stays readable. Throws when loading fails.
 */
export async function loadPicture(
  path: string,
  { width, height }: { width: number; height: number },
): Promise<HTMLImageElement> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The picture ${path} answered ${response.status}.`);
  const picture = await response.blob();
  const address = URL.createObjectURL(
    picture.type.startsWith('image/svg') ? await sized(picture, width, height) : picture,
  );
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function sized(picture: Blob, width: number, height: number): Promise<Blob> {
  const svg = (await picture.text()).replace('<svg ', `<svg width="${width}" height="${height}" `);
  return new Blob([svg], { type: 'image/svg+xml' });
}

const markSide = 56;

/** Loads the mark of an organiser's brand; null for the platform's own, which is drawn. */
export async function loadMark(): Promise<HTMLImageElement | null> {
  const { mark } = pageBrand();
  return mark === undefined ? null : loadPicture(mark, { width: markSide, height: markSide });
}

type Sign = {
  readonly mark: CanvasImageSource | null;
  /** The left edge, and the line on which the name stands. */
  readonly x: number;
  readonly y: number;
  readonly maxWidth: number;
  readonly size: number;
};

/** Draws the mark and the name of the platform. */
export function drawSign(context: CanvasRenderingContext2D, pen: TextPen, { mark, x, y, maxWidth, size }: Sign): void {
  if (mark) context.drawImage(mark, x, y - 44, markSide, markSide);
  else drawLightstick(context, x, y - 44);
  const left = x + markSide + (mark ? 16 : 6);
  pen.line(text('site.name'), { x: left, y, maxWidth }, { size, weight: 800, colour: '#fff' });
}

/** Draws the lightstick of the logo, on a grid of 24 as there. */
function drawLightstick(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.save();
  context.translate(x, y);
  context.scale(56 / 24, 56 / 24);
  context.translate(12, 12);
  context.rotate((24 * Math.PI) / 180);
  context.translate(-12, -12);
  context.fillStyle = 'rgb(255 255 255 / 0.28)';
  circle(context, 12, 7.2, 7);
  context.fillStyle = '#fff';
  circle(context, 12, 7.2, 4.6);
  context.beginPath();
  context.roundRect(10.4, 12.2, 3.2, 10.4, 1.6);
  context.fill();
  context.restore();
}

function circle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
