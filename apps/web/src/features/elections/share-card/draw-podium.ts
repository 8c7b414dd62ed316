import type { TextPen } from './canvas-text.ts';
import { card, floorY, linear } from './draw-stage.ts';
import type { PodiumIdol } from './share-card-content.ts';

type Place = {
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

/** As on screen: second on the left, first in the middle and highest, third on the right. */
export const places: readonly Place[] = [
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
  { x, width, portraitHeight: height, medal }: Place,
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
  { medal, x, y, rank }: { medal: Place['medal']; x: number; y: number; rank: number },
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
