import type { TextPen } from './canvas-text.ts';
import { card, linear } from './draw-stage.ts';
import type { ShareCardContent } from './share-card-content.ts';

const white = '#fff';
const right = card.width - card.margin;

/** Above the podium: whose card it is, how final it is, and what it is about. */
export function drawHeading(context: CanvasRenderingContext2D, pen: TextPen, content: ShareCardContent): void {
  drawMark(context, card.margin, 66);
  pen.line('Lightstick', { x: card.margin + 62, y: 110, maxWidth: 300 }, { size: 44, weight: 800, colour: white });
  drawBadge(context, pen, content);
  const taken = pen.lines(
    content.title,
    { x: card.margin, y: 222, maxWidth: right - card.margin, leading: 70 },
    { size: 66, weight: 800, colour: white },
  );
  pen.line(
    content.dates,
    { x: card.margin, y: 222 + (taken - 1) * 70 + 54, maxWidth: right - card.margin },
    { size: 32, weight: 600, colour: 'rgb(255 255 255 / 0.9)' },
  );
}

/** The lightstick of the logo, on a grid of 24 as there. */
function drawMark(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.save();
  context.translate(x, y);
  context.scale(56 / 24, 56 / 24);
  context.translate(12, 12);
  context.rotate((24 * Math.PI) / 180);
  context.translate(-12, -12);
  context.fillStyle = 'rgb(255 255 255 / 0.28)';
  circle(context, 12, 7.2, 7);
  context.fillStyle = white;
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

function drawBadge(context: CanvasRenderingContext2D, pen: TextPen, { isFinal, state }: ShareCardContent): void {
  const style = { size: 32, weight: 700, colour: isFinal ? '#3a2500' : white, align: 'right' } as const;
  const at = { x: right - 30, y: 107, maxWidth: 400 };
  // Measured by drawing it once: the pill beneath covers it.
  const width = pen.line(state, at, style) + 60;
  context.fillStyle = isFinal ? linear(context, [right - width, 64, right, 128], ['#ffe39a', '#f0a92e']) : '#3d1a5e';
  context.beginPath();
  context.roundRect(right - width, 64, width, 64, 32);
  context.fill();
  pen.line(state, at, style);
}

const footY = 1243;
const tile = { top: 1072, height: 124, gap: 24 } as const;

/** Below the podium: the event in figures, when they were taken, and where to find it. */
export function drawFigures(
  context: CanvasRenderingContext2D,
  pen: TextPen,
  content: ShareCardContent,
  place: string,
): void {
  const width = (right - card.margin - tile.gap * (content.figures.length - 1)) / content.figures.length;
  for (const [index, { label, value }] of content.figures.entries()) {
    const x = card.margin + index * (width + tile.gap);
    context.fillStyle = 'rgb(18 6 40 / 0.5)';
    context.beginPath();
    context.roundRect(x, tile.top, width, tile.height, 30);
    context.fill();
    const middle = x + width / 2;
    pen.line(
      value,
      { x: middle, y: tile.top + 60, maxWidth: width - 32 },
      { size: 48, weight: 800, colour: white, align: 'center' },
    );
    pen.line(
      label,
      { x: middle, y: tile.top + 101, maxWidth: width - 32 },
      { size: 27, weight: 600, colour: 'rgb(255 255 255 / 0.9)', align: 'center' },
    );
  }
  const foot = { size: 27, weight: 600, colour: 'rgb(255 255 255 / 0.95)' } as const;
  const placeWidth = pen.line(place, { x: right, y: footY, maxWidth: 420 }, { ...foot, align: 'right' });
  if (content.asOf !== null) {
    pen.line(content.asOf, { x: card.margin, y: footY, maxWidth: right - card.margin - placeWidth - 30 }, foot);
  }
}
