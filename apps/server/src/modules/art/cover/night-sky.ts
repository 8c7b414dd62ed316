import type { StageLight } from '../palette.ts';
import type { SeededRandom } from '#/random-from-seed.ts';
import { coordinate, twinkleOutline } from '../shapes.ts';

/** The open-air night above a stage: a sky that takes on the light of the show, a glow behind the stage, and stars. */
export function drawNightSky(random: SeededRandom, light: StageLight, id: string): { defs: string; drawing: string } {
  let dots = '';
  for (let count = 0; count < 26; count++) {
    dots += `M${Math.round(random.between(6, 594))} ${Math.round(random.between(36, 190))}v.1`;
  }
  let twinkles = '';
  for (let count = 0; count < 5; count++) {
    twinkles += twinkleOutline(random.between(20, 580), random.between(44, 140), random.between(5, 11));
  }
  const defs =
    `<linearGradient id="${id}n" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#150d28"/><stop offset=".6" stop-color="${light.deep}"/><stop offset="1" stop-color="${light.accent}"/></linearGradient>` +
    `<radialGradient id="${id}g"><stop stop-color="${light.top}" stop-opacity=".95"/><stop offset=".45" stop-color="${light.bottom}" stop-opacity=".55"/><stop offset="1" stop-color="${light.bottom}" stop-opacity="0"/></radialGradient>`;
  const drawing =
    `<path d="M0 0h600v400H0z" fill="url(#${id}n)"/><path d="${dots}" stroke="#fff" stroke-width="2.4" opacity=".55"/>` +
    `<path d="${twinkles}" fill="#fff" opacity=".9"/><ellipse cx="300" cy="${coordinate(random.between(196, 214))}" rx="330" ry="190" fill="url(#${id}g)"/>`;
  return { defs, drawing };
}
