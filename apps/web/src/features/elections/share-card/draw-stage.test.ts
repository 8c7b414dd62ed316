import { expect, test } from 'vitest';
import type { TextPen } from './canvas-text.ts';
import { drawPlace } from './draw-stage.ts';

type Written = { readonly text: string; readonly x: number; readonly y: number };

/** Returns the texts on the podium for idols of those ranks, from the first column to the last. */
function writeRanks(ranks: readonly number[]): readonly Written[] {
  const lines: Written[] = [];
  const pen: TextPen = {
    line(text, { x, y }) {
      lines.push({ text, x, y });
      return 0;
    },
    lines: () => 1,
    broken: (text) => [text, ''],
  };
  const portrait = { width: 800, height: 960 } as HTMLImageElement;
  for (const [index, rank] of ranks.entries()) {
    const idol = { rank, name: `Idol ${index}`, votes: `${index} votes`, portraitUrl: '' };
    drawPlace(deafContext(), pen, { idol, portrait, index });
  }
  return lines;
}

/** A canvas that takes everything and draws nothing. */
function deafContext(): CanvasRenderingContext2D {
  const gradient = { addColorStop() {} };
  const context: object = new Proxy({}, { get: () => () => gradient, set: () => true });
  return context as CanvasRenderingContext2D;
}

const medals = (lines: readonly Written[]) => lines.filter(({ text }) => /^\d$/.test(text));

test('the three best have the medals of their ranks, the first in the middle', () => {
  const [first, second, third] = medals(writeRanks([1, 2, 3]));
  expect([second?.text, first?.text, third?.text]).toEqual(['2', '1', '3']);
  expect((second?.x ?? 0) < (first?.x ?? 0) && (first?.x ?? 0) < (third?.x ?? 0)).toBe(true);
  expect((first?.y ?? 0) < (second?.y ?? 0) && (second?.y ?? 0) < (third?.y ?? 0), 'each a step lower').toBe(true);
});

test('two who share the first place have its medal both, and stand level', () => {
  const [first, second, third] = medals(writeRanks([1, 1, 3]));
  expect([first?.text, second?.text, third?.text]).toEqual(['1', '1', '3']);
  expect(second?.y).toBe(first?.y);
  expect(second?.x).not.toBe(first?.x);
});
