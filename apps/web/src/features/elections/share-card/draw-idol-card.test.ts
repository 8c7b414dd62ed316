import { expect, test } from 'vitest';
import type { TextPen } from '#/features/elections/share-card/canvas-text.ts';
import { drawIdolCard, type IdolCard } from './draw-idol-card.ts';

const content: IdolCard = {
  idolId: '5',
  event: 'Center of the Night Sky',
  rank: 5,
  words: 'I lifted Sabel to #5',
  wordsSize: 99,
  fanName: 'Mika',
  detail: '10 votes · Nov 28, 16:18 (Taipei)',
  cutOutUrl: '/art/v2/cutouts/sabel.svg',
  avatarUrl: null,
  pageUrl: 'https://lightstick.example/idol?activityId=1004&idolId=101',
};

type Written = { readonly text: string; readonly x: number; readonly y: number };
type Square = { readonly x: number; readonly y: number; readonly side: number };

/** Draws the card without pixels: every character is `wide` pixels wide. */
function draw(card: IdolCard, { wide = 40, hasAvatar = false } = {}) {
  const written: Written[] = [];
  const squares: Square[] = [];
  const pictures: (readonly number[])[] = [];
  /** How often her place stood on the card before each picture. */
  const placesBefore: number[] = [];
  const pen: TextPen = {
    line(text, { x, y }) {
      written.push({ text, x, y });
      return text.length * wide;
    },
    lines: () => 1,
    broken(text, maxWidth) {
      const most = Math.floor(maxWidth / wide);
      return text.length <= most ? [text, ''] : [text.slice(0, most), text.slice(most)];
    },
  };
  const gradient = { addColorStop() {} };
  const methods: Record<string, unknown> = {
    fillText: (text: string, x: number, y: number) => written.push({ text, x, y }),
    measureText: (text: string) => ({ width: text.length * 200 }),
    fillRect: (x: number, y: number, width: number, height: number) => {
      if (width === height) squares.push({ x, y, side: width });
    },
    drawImage(_picture: unknown, ...place: number[]) {
      pictures.push(place);
      placesBefore.push(written.filter(({ text }) => text === '#5').length);
    },
  };
  const context: object = new Proxy(
    {},
    { get: (_, name) => methods[String(name)] ?? (() => gradient), set: () => true },
  );
  const picture = { width: 800, height: 960 } as HTMLImageElement;
  const hall = { colours: ['#000', '#000', '#000'], light: 'rgb(0 0 0 / 1)', floor: () => '#000' };
  const given = { idol: picture, avatar: hasAvatar ? picture : null, mark: null, hall };
  drawIdolCard(context as CanvasRenderingContext2D, pen, card, given);
  return { written, squares, pictures, placesBefore, line: (text: string) => written.find((one) => one.text === text) };
}

test('the card says the place, the words, the fan, the votes and the event', () => {
  const { written } = draw(content);
  const texts = written.map(({ text }) => text);
  expect(texts).toEqual(
    expect.arrayContaining(['#5', 'I lifted Sabel to #5', 'Mika', content.detail, content.event, 'site.name']),
  );
});

test('she stands beyond the right edge, on the words', () => {
  const [[x = 0, y = 0, width = 0, height = 0] = []] = draw(content).pictures;
  expect({ x, right: x + width, foot: y + height }).toEqual({ x: 357, right: 1080 + 76, foot: 1350 - 324 });
});

test('her place is behind her drawing, and before her photo, whose background would hide it', () => {
  expect(draw(content).placesBefore).toEqual([1]);
  const photo = draw({ ...content, cutOutUrl: '/art/v1/photos/3f-960.webp' });
  expect(photo.placesBefore).toEqual([0]);
  expect(photo.line('#5')).toBeDefined();
});

test('words that do not fit take two lines, and the last stands where one would', () => {
  const one = draw(content).line(content.words);
  const { written } = draw(content, { wide: 90 });
  const [first, last] = written.filter(({ text }) => content.words.includes(text) && text.length > 4);
  expect(`${first?.text}${last?.text}`).toBe(content.words);
  expect(last?.y).toBe(one?.y);
  expect(first?.y).toBeLessThan(last?.y ?? 0);
});

test('the code is square, of whole pixels, and within its white tile', () => {
  const modules = draw(content).squares.filter(({ side }) => side < 10);
  expect(modules.length).toBeGreaterThan(200);
  expect(new Set(modules.map(({ side }) => side)).size).toBe(1);
  for (const { x, y, side } of modules) {
    expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
    expect(x >= 824 && x + side <= 1008 && y >= 1099 && y + side <= 1283).toBe(true);
  }
});

test('a fan without a picture has the name at the margin', () => {
  expect(draw(content).line('Mika')?.x).toBe(72);
  expect(draw(content, { hasAvatar: true }).line('Mika')?.x).toBeGreaterThan(72 + 130);
});
