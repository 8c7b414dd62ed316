import { type Complexion, INK } from '../palette.ts';
import type { SeededRandom } from '#/random-from-seed.ts';
import { both, heart, star } from '../shapes.ts';

/** Outlines of the face: round, oval, pointed. The hair covers the top. */
const FACES: readonly [string, ...string[]] = [
  'M118 204C118 128 154 98 200 98s82 30 82 106c0 66-32 114-82 114s-82-48-82-114z',
  'M120 204C120 128 154 98 200 98s80 30 80 106c0 54-20 86-52 108-16 11-40 11-56 0-32-22-52-54-52-108z',
  'M118 202C118 126 154 98 200 98s82 28 82 104c0 54-26 88-60 114-13 9-31 9-44 0-34-26-60-60-60-114z',
];

const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

type Mouth = (lips: string) => string;

const MOUTHS: readonly [Mouth, ...Mouth[]] = [
  (lips) => line('M182 278q18 16 36 0', lips, 5),
  (lips) =>
    `<path d="M178 272q22 7 44 0c-2 30-42 30-44 0z" fill="#8c2f3d"/><path d="M180 273q20 6 40 0l-2 8q-18 4-36 0z" fill="#fff"/><path d="M188 291q12-8 24 0-12 8-24 0z" fill="${lips}"/>`,
  (lips) => line('M178 274q11 12 22 2 11 10 22-2', lips, 5),
  (lips) =>
    `<path d="M184 276q16 5 32 0c-2 20-30 20-32 0z" fill="${lips}"/><path d="M187 277q13 4 26 0l-2 5q-11 3-22 0z" fill="#fff"/>`,
  (lips) => line('M186 280q14 7 28-3', lips, 5),
  (lips) =>
    `<ellipse cx="200" cy="281" rx="10" ry="11" fill="#8c2f3d"/><ellipse cx="200" cy="286" rx="7" ry="5" fill="${lips}"/>`,
];

type Mark = (complexion: Complexion) => string;

const none: Mark = () => '';
const freckles: Mark = ({ shade }) =>
  both(`<path d="M146 252h.1M158 256h.1M150 262h.1M164 248h.1" stroke="${shade}" stroke-width="5"/>`);
const beautySpot: Mark = () => `<circle cx="250" cy="258" r="3.2" fill="${INK}" opacity=".8"/>`;
const starSticker: Mark = () => star({ x: 254, y: 256, radius: 10, turnDegrees: 12 }, 'fill="#ffd45e"');
const heartSticker: Mark = () => heart({ x: 146, y: 256, radius: 8, turnDegrees: -10 }, 'fill="#ff5f8f"');

const MARKS: readonly [Mark, ...Mark[]] = [none, none, none, none, freckles, beautySpot, starSticker, heartSticker];

/**
 * Head, ears, cheeks, nose, mouth and marks. The head's outline is the definition `${id}o`, so that the shadow of the
 * fringe can be clipped to it.
 */
export function drawFace(random: SeededRandom, complexion: Complexion, id: string): { defs: string; drawing: string } {
  const { skin, shade, blush, lips } = complexion;
  const defs = `<path id="${id}o" d="${random.pick(FACES)}"/><clipPath id="${id}f"><use href="#${id}o"/></clipPath>`;
  const ear = `<ellipse cx="117" cy="230" rx="15" ry="22" fill="${skin}"/><path d="M112 224q8 4 6 16" fill="none" stroke="${shade}" stroke-width="4"/>`;
  const cheek = `<ellipse cx="146" cy="258" rx="19" ry="11" fill="${blush}" opacity=".4"/>`;
  const nose = line('M198 250q4 5 7 0', shade, 4.5);
  const drawing = `${both(ear)}<use href="#${id}o" fill="${skin}"/>${both(cheek)}${nose}${random.pick(MOUTHS)(lips)}${random.pick(MARKS)(complexion)}`;
  return { defs, drawing };
}
