import type { SeededRandom } from '#/random-from-seed.ts';
import type { StageLight } from '../palette.ts';
import { coordinate } from '../shapes.ts';

/** What shines behind the emblem: rays, rings, or the orbits of small lights. */
export function drawHalo(random: SeededRandom, light: StageLight): string {
  return random.pick([drawRays, drawRings, drawOrbits])(random, light);
}

const at = (degrees: number, radius: number): string => {
  const radians = (degrees * Math.PI) / 180;
  return `${coordinate(200 + Math.cos(radians) * radius)} ${coordinate(225 + Math.sin(radians) * radius)}`;
};

function drawRays(random: SeededRandom, light: StageLight): string {
  const count = Math.round(random.between(9, 15));
  const step = 360 / count;
  let rays = '';
  for (let index = 0; index < count; index++) {
    rays += `M200 225L${at(index * step, 420)} ${at(index * step + step * 0.5, 420)}z`;
  }
  return `<path d="${rays}" fill="${light.bottom}" opacity=".28"/>`;
}

function drawRings(random: SeededRandom, light: StageLight): string {
  let rings = '';
  for (let radius = random.between(88, 104); radius < 260; radius += random.between(20, 34)) {
    rings += `<circle cx="200" cy="225" r="${coordinate(radius)}" stroke-width="${coordinate(random.between(2, 10))}"/>`;
  }
  return `<g fill="none" stroke="${light.bottom}" opacity=".38">${rings}</g>`;
}

function drawOrbits(random: SeededRandom, light: StageLight): string {
  let orbits = '';
  for (let count = 0; count < 4; count++) {
    const turn = coordinate(random.between(0, 180));
    const width = coordinate(random.between(150, 188));
    orbits += `<g transform="rotate(${turn} 200 225)"><ellipse cx="200" cy="225" rx="${width}" ry="${coordinate(random.between(48, 96))}" fill="none"/><circle cx="${coordinate(200 - Number(width))}" cy="225" r="7" fill="${light.soft}"/></g>`;
  }
  return `<g stroke="${light.top}" stroke-width="2.5" opacity=".6">${orbits}</g>`;
}
