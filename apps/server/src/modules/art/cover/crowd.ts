import { STAGE_LIGHTS, type StageLight } from '../palette.ts';
import type { SeededRandom } from '#/random-from-seed.ts';

/** A row of fans seen from behind, at the size of one head; every head and pair of shoulders is a thick round stroke. */
function rowOfFans(random: SeededRandom, y: number, headWidth: number, colour: string): string {
  let heads = '';
  let shoulders = '';
  for (let x = -headWidth; x < 600 + headWidth; x += headWidth * 1.9) {
    const [headX, headY] = [Math.round(x + random.between(0, headWidth * 0.6)), Math.round(y + random.between(-9, 9))];
    heads += `M${headX} ${headY}v${Math.round(headWidth * 0.16)}`;
    shoulders += `M${Math.round(headX - headWidth * 0.4)} ${Math.round(headY + headWidth * 1.15)}h${Math.round(headWidth * 0.8)}v90h-${Math.round(headWidth * 0.8)}z`;
  }
  return `<g fill="${colour}" stroke="${colour}"><path d="${heads}" stroke-width="${headWidth}"/><path d="${shoulders}" stroke-width="${Math.round(headWidth * 0.95)}"/></g>`;
}

/** Raised light sticks between two heights, as one path of short lines. */
function sticks(random: SeededRandom, count: number, top: number, bottom: number): string {
  let lines = '';
  for (let index = 0; index < count; index++) {
    const x = Math.round((index + random.next()) * (600 / count));
    const y = Math.round(random.between(top, bottom));
    lines += `M${x} ${y}l${Math.round(random.between(-9, 9))}-${Math.round(random.between(17, 25))}`;
  }
  return lines;
}

/** Lines that glow: a wide faint stroke, a narrower one, and a white core. */
function glowing(lines: string, colour: string): string {
  return `<g fill="none" stroke="${colour}"><path d="${lines}" stroke-width="17" opacity=".28"/><path d="${lines}" stroke-width="8"/><path d="${lines}" stroke="#fff" stroke-width="3" opacity=".85"/></g>`;
}

/** Two rows of fans against the light, holding light sticks in the event's colours. */
export function drawCrowd(random: SeededRandom, light: StageLight): string {
  const guest = random.pick(STAGE_LIGHTS);
  return (
    glowing(sticks(random, 11, 312, 334), light.top) +
    rowOfFans(random, 330, 24, '#24173f') +
    glowing(sticks(random, 7, 338, 366), guest.top) +
    glowing(sticks(random, 7, 338, 366), light.bottom) +
    rowOfFans(random, 350, 34, '#110a20')
  );
}
