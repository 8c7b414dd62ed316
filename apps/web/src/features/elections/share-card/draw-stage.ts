import type { TextPen } from './canvas-text.ts';
import type { ShareCardContent, PodiumIdol } from './share-card-content.ts';

/** The card's size in pixels: the tallest picture (4 to 5) that social networks show whole. */
export const card = { width: 1080, height: 1350, margin: 72 } as const;

/** Where the podium stands. */
const floorY = 1040;

/** The height of the crowd in the picture, from its top; the words above stay clear of the lights. */
const crowdInSight = 148;

const confettiColours = ['#ff6fa5', '#ffd86b', '#7c5cff', '#5be3c6', '#ffffff'];
const confettiPieces = 96;
/** The words of the heading end above this, and the names on the podium begin below that. */
const headingY = 290;
const namesY = 780;
const goldenAngle = 2.399963;

/**
 * Draws stage light behind everything: the hall, its glows and beams, the growth of the count, and the crowd in front.
 */
export function drawStage(context: CanvasRenderingContext2D, content: ShareCardContent, crowd: HTMLImageElement): void {
  const { width, height } = card;
  const { from, to, warm, cool } = stageColours();
  fill(context, linear(context, [width * 0.3, 0, width * 0.7, height], [from, to]));
  fill(context, glow(context, { x: 60, y: -140, radius: 980 }, warm(0.95)));
  fill(context, glow(context, { x: width, y: -80, radius: 1000 }, cool(0.9)));
  fill(context, glow(context, { x: width / 2, y: 620, radius: 560 }, 'rgb(255 214 160 / 0.28)'));
  for (const [x, lean] of [
    [190, 0.42],
    [540, 0],
    [890, -0.42],
  ] as const) {
    drawBeam(context, x, lean);
  }
  drawGrowth(context, content.growth);
  if (content.isFinal) drawConfetti(context);
  context.globalAlpha = 0.85;
  context.drawImage(crowd, 0, height - crowdInSight, crowd.width, crowd.height);
  context.globalAlpha = 1;
}

/** Returns the colours of the stage on screen: both ends of the hall, its two lights and its shade at an opacity. */
export function stageColours() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--stage-${name}`).trim();
  const lightOf =
    (name: string, brightness = 1) =>
    (opacity: number) => {
      const channels = colour(name).match(/[0-9a-f]{2}/g) ?? [];
      const lit = channels.map((channel) => Math.round(Number.parseInt(channel, 16) * brightness));
      return `rgb(${lit.join(' ')} / ${opacity})`;
    };
  return {
    from: colour('from'),
    to: colour('to'),
    warm: lightOf('glow-warm'),
    cool: lightOf('glow-cool'),
    dark: lightOf('to', 0.65),
  };
}

function fill(context: CanvasRenderingContext2D, style: CanvasGradient): void {
  context.fillStyle = style;
  context.fillRect(0, 0, card.width, card.height);
}

/** Returns a gradient along a line, its colours at even distances. */
export function linear(
  context: CanvasRenderingContext2D,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  colours: readonly string[],
): CanvasGradient {
  const gradient = context.createLinearGradient(x0, y0, x1, y1);
  for (const [index, colour] of colours.entries()) gradient.addColorStop(index / (colours.length - 1), colour);
  return gradient;
}

/** Returns light that fades away from a point. */
export function glow(
  context: CanvasRenderingContext2D,
  { x, y, radius }: { x: number; y: number; radius: number },
  colour: string,
): CanvasGradient {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, colour);
  gradient.addColorStop(1, colour.replace(/\/ .*\)/, '/ 0)'));
  return gradient;
}

/** Draws a beam from above the picture that fans out to the floor. */
function drawBeam(context: CanvasRenderingContext2D, x: number, lean: number): void {
  const reach = floorY + 60;
  const middle = x + lean * reach;
  context.beginPath();
  context.moveTo(x - 12, -20);
  context.lineTo(x + 12, -20);
  context.lineTo(middle + 170, reach);
  context.lineTo(middle - 170, reach);
  context.closePath();
  context.fillStyle = linear(context, [x, 0, middle, reach], ['rgb(255 255 255 / 0.16)', 'rgb(255 255 255 / 0)']);
  context.fill();
}

/** Draws the count over time as a hill behind the podium. */
function drawGrowth(context: CanvasRenderingContext2D, growth: ShareCardContent['growth']): void {
  if (growth.length === 0) return;
  const rise = 560;
  context.beginPath();
  context.moveTo(0, floorY);
  for (const { time, part } of growth) context.lineTo(time * card.width, floorY - part * rise);
  context.lineTo(card.width, floorY);
  context.closePath();
  context.fillStyle = linear(
    context,
    [0, floorY - rise, 0, floorY],
    ['rgb(255 255 255 / 0.16)', 'rgb(255 255 255 / 0.02)'],
  );
  context.fill();
}

/** Scatters confetti evenly by the golden angle, so that two cards of one result look alike; none lies behind words. */
function drawConfetti(context: CanvasRenderingContext2D): void {
  for (let piece = 0; piece < confettiPieces; piece += 1) {
    const angle = piece * goldenAngle;
    const distance = 150 + 640 * Math.sqrt(piece / confettiPieces);
    const x = card.width / 2 + Math.cos(angle) * distance * 0.86;
    const y = 560 + Math.sin(angle) * distance * 0.72;
    if (y < headingY || y > namesY) continue;
    const size = 10 + (piece % 5) * 3;
    context.save();
    context.translate(x, y);
    context.rotate(angle * 1.7);
    context.globalAlpha = 0.85;
    context.fillStyle = confettiColours[piece % confettiColours.length] ?? '#ffffff';
    context.fillRect(-size / 2, -size / 4, size, size / 2);
    context.restore();
  }
}

type PodiumPlace = {
  readonly x: number;
  readonly width: number;
  readonly portraitHeight: number;
  readonly step: number;
  readonly medal: readonly [string, string];
};

const gap = 26;
const side = (card.width - 2 * card.margin - 2 * gap) / 3.16;
const centre = side * 1.16;
const medalLabel = '#3a2500';

/** Places as on screen: second on the left, first in the middle and highest, third on the right. */
const places: readonly PodiumPlace[] = [
  { x: card.margin + side + gap, width: centre, portraitHeight: 420, step: 146, medal: ['#ffe39a', '#f0a92e'] },
  { x: card.margin, width: side, portraitHeight: 326, step: 104, medal: ['#eef1f7', '#aab4c8'] },
  {
    x: card.margin + side + centre + 2 * gap,
    width: side,
    portraitHeight: 326,
    step: 78,
    medal: ['#f6c9a4', '#d08448'],
  },
];

/**
 * Draws one of the three: portrait, medal, name, votes and step. `index` is her column; medal and step height follow her
 * rank, so that idols with a shared place are level.
 */
export function drawPlace(
  context: CanvasRenderingContext2D,
  pen: TextPen,
  { idol, portrait, index }: { idol: PodiumIdol; portrait: HTMLImageElement; index: number },
): void {
  const column = places[index];
  if (!column) return;
  const { x, width, portraitHeight } = column;
  const { medal, step } = places[idol.rank - 1] ?? column;
  const stepTop = floorY - step;
  const frameTop = stepTop - 112 - portraitHeight;
  const middle = x + width / 2;

  drawFrame(context, { ...column, medal }, { portrait, top: frameTop });
  pen.line(
    idol.name,
    { x: middle, y: stepTop - 60, maxWidth: width - 8 },
    { size: 40, weight: 800, colour: '#fff', align: 'center' },
  );
  pen.line(
    idol.votes,
    { x: middle, y: stepTop - 20, maxWidth: width - 8 },
    { size: 29, weight: 600, colour: 'rgb(255 255 255 / 0.92)', align: 'center' },
  );

  context.fillStyle = linear(context, [0, stepTop, 0, floorY], ['rgb(255 255 255 / 0.34)', 'rgb(255 255 255 / 0.07)']);
  context.beginPath();
  context.roundRect(x, stepTop, width, step, [26, 26, 0, 0]);
  context.fill();
  drawMedal(context, pen, { medal, x: middle, y: stepTop + 40, rank: idol.rank });
}

const border = 7;
const corner = 40;

function drawFrame(
  context: CanvasRenderingContext2D,
  { x, width, portraitHeight: height, medal }: PodiumPlace,
  { portrait, top }: { portrait: HTMLImageElement; top: number },
): void {
  context.save();
  context.shadowColor = 'rgb(20 5 40 / 0.45)';
  context.shadowBlur = 46;
  context.shadowOffsetY = 18;
  context.fillStyle = linear(context, [x, top, x + width, top + height], medal);
  context.beginPath();
  context.roundRect(x, top, width, height, corner);
  context.fill();
  context.restore();

  context.save();
  context.beginPath();
  context.roundRect(x + border, top + border, width - 2 * border, height - 2 * border, corner - border);
  context.clip();
  // As `object-fit: cover` with `object-position: top` does on screen.
  const scale = Math.max(width / portrait.width, height / portrait.height);
  const drawnWidth = portrait.width * scale;
  context.drawImage(portrait, x + (width - drawnWidth) / 2, top, drawnWidth, portrait.height * scale);
  context.restore();
}

function drawMedal(
  context: CanvasRenderingContext2D,
  pen: TextPen,
  { medal, x, y, rank }: { medal: PodiumPlace['medal']; x: number; y: number; rank: number },
): void {
  const radius = 27;
  context.fillStyle = linear(context, [x - radius, y - radius, x + radius, y + radius], medal);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  pen.line(
    String(rank),
    { x, y: y + 12, maxWidth: 2 * radius },
    { size: 34, weight: 800, colour: medalLabel, align: 'center' },
  );
}
