import { encode } from 'uqr';
import { drawSign, loadFonts, loadMark, loadPicture, newCanvas, pngOf } from './canvas-picture.ts';
import { type TextPen, textPen } from './canvas-text.ts';
import { card, glow, linear, stageColours } from './draw-stage.ts';
import { pageBrand } from '#/lib/brand.ts';

/** What stands on the card of a fan's idol, as of one who was lifted, in the language on screen. */
export type IdolCard = {
  readonly idolId: string;
  readonly event: string;
  readonly rank: number;
  /** "I lifted Sabel to #5". */
  readonly words: string;
  /** The size of the words in pixels. */
  readonly wordsSize: number;
  readonly fanName: string;
  /** The votes, and their time with its place. */
  readonly detail: string;
  readonly cutOutUrl: string;
  readonly avatarUrl: string | null;
  /** The idol's page, as a code to scan. */
  readonly pageUrl: string;
};

/** Whether an idol has an organiser's photo, which has a background of its own. */
export const isPhoto = (portraitUrl: string) => portraitUrl.includes('/photos/');

/** Returns the address of an idol without the background of a drawn portrait; of a photo its largest size. */
export const cutOutOf = (portraitUrl: string) =>
  portraitUrl.replace('/portraits/', '/cutouts/').replace(/-480\.webp$/, '-960.webp');

type Pictures = {
  readonly idol: CanvasImageSource;
  readonly avatar: CanvasImageSource | null;
  readonly mark: CanvasImageSource | null;
  readonly hall: Hall;
};

/** The light of the hall from the top to the floor, and what shines in from above. */
type Hall = {
  readonly colours: readonly string[];
  readonly light: string;
  /** The colour behind the words, at an opacity. */
  readonly floor: (opacity: number) => string;
};
const ownHall: Hall = {
  colours: ['#7c3be0', '#2a1478', '#1d0d56'],
  light: 'rgb(201 37 108 / 0.95)',
  floor: (opacity) => `rgb(29 13 86 / ${opacity})`,
};

/** An organiser's stage is her hall, too. */
function hallOfBrand(): Hall {
  if (pageBrand().mark === undefined) return ownHall;
  const { to, cool, warm, dark } = stageColours();
  return { colours: [cool(1), to, dark(1)], light: warm(0.95), floor: dark };
}

/** Chinese characters fill more of their size. */
export const wordsSizeIn = { en_US: 99, zh_TW: 91 } as const;

const white = '#fff';
const right = card.width - card.margin;
const idolAt = { width: 799, height: 959, beyond: 76, foot: 324 } as const;
const wordsY = 1036;
const foot = { top: 1099, side: 184, bottom: 1283 } as const;
const avatarSide = 130;

/** Renders the card as a PNG. Throws when her picture fails to load; without the fan's own the card has only the name. */
export async function renderIdolCard(content: IdolCard): Promise<Blob> {
  const [idol, avatar, mark] = await Promise.all([
    loadPicture(content.cutOutUrl, idolAt),
    content.avatarUrl === null
      ? null
      : loadPicture(content.avatarUrl, { width: avatarSide, height: avatarSide }).catch(() => null),
    loadMark(),
    loadFonts(),
  ]);
  const { canvas, context } = newCanvas(card);
  const pen = textPen(context, getComputedStyle(document.body).fontFamily);
  const shown = isPhoto(content.cutOutUrl) ? faded(idol) : idol;
  drawIdolCard(context, pen, content, { idol: shown, avatar, mark, hall: hallOfBrand() });
  return pngOf(canvas);
}

/** Lets the edges of a photo fade into the hall: the left one beside the place, the upper one below the event. */
function faded(photo: HTMLImageElement): HTMLCanvasElement {
  const { canvas, context } = newCanvas(idolAt);
  const { width, height } = idolAt;
  context.drawImage(photo, 0, 0, width, height);
  context.globalCompositeOperation = 'destination-in';
  for (const end of [
    [width * 0.45, 0],
    [0, height * 0.3],
  ] as const) {
    context.fillStyle = linear(context, [0, 0, ...end], ['rgb(0 0 0 / 0)', 'rgb(0 0 0 / 0.6)', '#000']);
    context.fillRect(0, 0, width, height);
  }
  return canvas;
}

/** Draws the whole card. */
export function drawIdolCard(
  context: CanvasRenderingContext2D,
  pen: TextPen,
  content: IdolCard,
  { idol, avatar, mark, hall }: Pictures,
): void {
  drawLight(context, hall);
  // A drawn idol stands before her place; a photo would hide it.
  if (!isPhoto(content.cutOutUrl)) drawRank(context, content.rank);
  const { width, height } = idolAt;
  const idolX = card.width + idolAt.beyond - width;
  context.drawImage(idol, idolX, card.height - idolAt.foot - height, width, height);
  if (isPhoto(content.cutOutUrl)) drawRank(context, content.rank);
  drawShade(context, hall);
  drawFoil(context);
  drawSign(context, pen, { mark, x: card.margin, y: 109, maxWidth: 260, size: 42 });
  pen.line(
    content.event,
    { x: right, y: 109, maxWidth: 560 },
    { size: 42, weight: 800, colour: white, align: 'right' },
  );
  drawWords(pen, content);
  drawFan(context, pen, content, avatar);
  drawCode(context, content.pageUrl);
}

/** Draws the stage behind her: the hall, the glow around her, and two beams. */
function drawLight(context: CanvasRenderingContext2D, { colours, light }: Hall): void {
  fill(context, linear(context, [280, 0, 800, card.height], colours));
  fill(context, glow(context, { x: 0, y: 0, radius: 860 }, light));
  fill(context, glow(context, { x: 690, y: 600, radius: 640 }, 'rgb(220 208 255 / 0.85)'));
  for (const [x, lean] of [
    [324, 0.32],
    [800, -0.2],
  ] as const) {
    const reach = 1000;
    context.beginPath();
    context.moveTo(x - 8, -40);
    context.lineTo(x + 8, -40);
    context.lineTo(x + lean * reach + 130, reach);
    context.lineTo(x + lean * reach - 130, reach);
    context.closePath();
    context.fillStyle = linear(
      context,
      [x, 0, x, reach],
      ['rgb(255 255 255 / 0.22)', 'rgb(255 255 255 / 0.08)', 'rgb(255 255 255 / 0)'],
    );
    context.fill();
  }
}

function fill(context: CanvasRenderingContext2D, style: CanvasGradient): void {
  context.fillStyle = style;
  context.fillRect(0, 0, card.width, card.height);
}

/** Draws the place, as large as its digits allow. */
function drawRank(context: CanvasRenderingContext2D, rank: number): void {
  const text = `#${rank}`;
  const most = 620;
  const setSize = (size: number) => {
    context.font = `800 ${size}px Figtree`;
    // Older engines draw the figures a little further apart.
    context.letterSpacing = `${-0.07 * size}px`;
  };
  context.save();
  setSize(356);
  const size = Math.min(356, (356 * most) / context.measureText(text).width);
  setSize(size);
  context.textAlign = 'left';
  context.fillStyle = linear(context, [0, 162, 0, 162 + size], ['#fff', '#fff', '#d5c4ff']);
  context.fillText(text, 59, 162 + size * 0.83);
  context.restore();
}

function drawShade(context: CanvasRenderingContext2D, { floor }: Hall): void {
  const top = 700;
  context.fillStyle = linear(
    context,
    [0, top, 0, card.height - idolAt.foot],
    [floor(0), floor(0.5), floor(0.9), floor(1)],
  );
  context.fillRect(0, top, card.width, card.height - top);
}

/** Draws the sheen of a foil across the card. */
function drawFoil(context: CanvasRenderingContext2D): void {
  context.save();
  context.globalCompositeOperation = 'soft-light';
  fill(
    context,
    linear(
      context,
      [120, 160, 960, 1190],
      [
        'rgb(255 255 255 / 0)',
        'rgb(255 90 170 / 0.45)',
        'rgb(255 226 110 / 0.36)',
        'rgb(110 255 220 / 0.36)',
        'rgb(120 110 255 / 0.45)',
        'rgb(255 255 255 / 0)',
      ],
    ),
  );
  context.restore();
}

/** Words that are wider than a line by less than this shrink into it; others take two lines. */
const shrinks = 1.25;

/** Draws the words above the fan, upwards from their last line. */
function drawWords(pen: TextPen, { words, wordsSize }: IdolCard): void {
  const at = { x: card.margin, maxWidth: right - card.margin };
  const style = { size: wordsSize, weight: 800, colour: white } as const;
  const isOneLine = pen.broken(words, at.maxWidth * shrinks, style)[1] === '';
  if (isOneLine) {
    pen.line(words, { ...at, y: wordsY }, style);
    return;
  }
  // At two thirds of the width, so that the second line is not one word.
  const [first, rest] = pen.broken(words, (at.maxWidth * 2) / 3, style);
  pen.line(first, { ...at, y: wordsY - wordsSize * 1.06 }, style);
  pen.line(rest, { ...at, y: wordsY }, style);
}

function drawFan(
  context: CanvasRenderingContext2D,
  pen: TextPen,
  { fanName, detail }: IdolCard,
  avatar: CanvasImageSource | null,
): void {
  const radius = avatarSide / 2;
  const [x, y] = [card.margin + radius, foot.bottom - radius];
  if (avatar) {
    context.save();
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.clip();
    context.fillStyle = '#4b2ea0';
    context.fillRect(x - radius, y - radius, avatarSide, avatarSide);
    context.drawImage(avatar, ...coverOf(avatar, { x: x - radius, y: y - radius, side: avatarSide }));
    context.restore();
    context.strokeStyle = 'rgb(255 255 255 / 0.85)';
    context.lineWidth = 7;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  }
  const textX = avatar ? x + radius + 28 : card.margin;
  const maxWidth = right - foot.side - 32 - textX;
  pen.line(fanName, { x: textX, y: 1207, maxWidth }, { size: 42, weight: 700, colour: white });
  pen.line(detail, { x: textX, y: 1262, maxWidth }, { size: 36, weight: 600, colour: 'rgb(255 255 255 / 0.92)' });
}

/** Returns where a picture covers a square from its top, as `object-fit: cover` does. */
function coverOf(
  picture: CanvasImageSource,
  { x, y, side }: { x: number; y: number; side: number },
): [x: number, y: number, width: number, height: number] {
  const { width, height } = picture as HTMLImageElement;
  const scale = Math.max(side / width, side / height);
  return [x + (side - width * scale) / 2, y, width * scale, height * scale];
}

/** Draws the address of her page as a QR code, on white with the quiet zone that scanners need. */
function drawCode(context: CanvasRenderingContext2D, pageUrl: string): void {
  const [x, y] = [right - foot.side, foot.top];
  context.fillStyle = white;
  context.beginPath();
  context.roundRect(x, y, foot.side, foot.side, 24);
  context.fill();
  const { data, size } = encode(pageUrl, { ecc: 'L', border: 0 });
  // Whole pixels, because scanners read blurred edges badly.
  const module = Math.floor((foot.side - 16) / size);
  const inset = Math.round((foot.side - module * size) / 2);
  context.fillStyle = '#160a40';
  for (const [row, modules] of data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (isDark) context.fillRect(x + inset + column * module, y + inset + row * module, module, module);
    }
  }
}
