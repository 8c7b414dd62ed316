import { hashText, randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';
import { GOLD, type StageLight, motifSeed, stageLight, coordinate, twinkleOutline } from './drawing.ts';

/**
 * Draws the picture of an NFT edition that belongs to a seed: an emblem in its light, a standalone SVG of 400 × 500
 * units.
 */
export function drawNft(seed: string): string {
  const light = stageLight(seed);
  const id = `n${hashText(seed).toString(36)}`;
  const random = (topic: string) => randomFromSeed(motifSeed(seed), topic);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" stroke-linecap="round" ' +
    `stroke-linejoin="round"><defs>${paints(light, id)}</defs><path d="M0 0h400v500H0z" fill="url(#${id}b)"/>` +
    drawHalo(random('halo'), light) +
    `<circle cx="200" cy="225" r="150" fill="url(#${id}g)"/>` +
    drawSparks(random('sparks')) +
    `<g transform="translate(200 225) rotate(${coordinate(random('turn').between(-12, 12))})" stroke="#fff" ` +
    'stroke-width="5">' +
    random('emblem').pick(EMBLEMS)(`url(#${id}e)`, light) +
    '</g>' +
    drawCrowdLine(random('crowd'), light) +
    `<path d="M14 14h372v472H14z" fill="none" stroke="url(#${id}f)" stroke-width="3"/></svg>`
  );
}

/** Returns the paints: the night behind, the glow, the metal of the emblem and the foil of the frame. */
function paints(light: StageLight, id: string): string {
  return (
    `<linearGradient id="${id}b" x1="0" y1="0" x2=".4" y2="1"><stop stop-color="#150d28"/>` +
    `<stop offset=".6" stop-color="${light.deep}"/><stop offset="1" stop-color="${light.accent}"/>` +
    `</linearGradient><radialGradient id="${id}g"><stop stop-color="${light.soft}" stop-opacity=".9"/>` +
    `<stop offset=".5" stop-color="${light.bottom}" stop-opacity=".45"/>` +
    `<stop offset="1" stop-color="${light.bottom}" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="${id}e" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff"/>` +
    `<stop offset=".45" stop-color="${light.top}"/><stop offset="1" stop-color="${light.accent}"/>` +
    `</linearGradient><linearGradient id="${id}f" x1="0" y1="0" x2="1" y2="1">` +
    `<stop stop-color="${light.top}"/><stop offset=".3" stop-color="#fff"/>` +
    `<stop offset=".55" stop-color="${GOLD}"/><stop offset="1" stop-color="${light.bottom}"/>` +
    '</linearGradient>'
  );
}

function drawSparks(random: ReturnType<typeof randomFromSeed>): string {
  let sparks = '';
  for (let count = 0; count < 14; count++) {
    sparks += twinkleOutline(random.between(34, 366), random.between(34, 400), random.between(3, 13));
  }
  return `<path d="${sparks}" fill="#fff" opacity=".85"/>`;
}

/** Lightsticks along the lower edge, as seen from the stage. */
function drawCrowdLine(random: ReturnType<typeof randomFromSeed>, light: StageLight): string {
  let sticks = '';
  for (let x = 24; x < 390; x += 22) {
    const top = random.between(408, 452);
    sticks += `M${x} 486L${coordinate(x + random.between(-9, 9))} ${coordinate(top)}`;
  }
  return (
    `<path d="${sticks}" stroke="${light.bottom}" stroke-width="9" opacity=".5"/>` +
    `<path d="${sticks}" stroke="${light.soft}" stroke-width="3.5"/>`
  );
}

type Emblem = (metal: string, light: StageLight) => string;

const fillPath = (metal: string, path: string): string => `<path d="${path}" fill="${metal}"/>`;
const fine = (path: string): string => `<path d="${path}" fill="none" stroke-width="3" opacity=".7"/>`;

const lightstick: Emblem = (metal, { soft, deep }) =>
  `<path d="M-13 30h26l-5 92h-16z" fill="${deep}"/><circle cy="-22" r="60" fill="${metal}"/>` +
  `<path d="M0-58 10-32 38-31 16-14 24 13 0-3-24 13-16-14-38-31-10-32z" fill="${GOLD}" stroke-width="3"/>` +
  `<path d="M-40-58a54 54 0 0 1 24-15" fill="none" stroke="${soft}"/>`;

const microphone: Emblem = (metal, { deep }) =>
  fillPath(metal, 'M0-108c24 0 38 18 38 40v34c0 22-14 40-38 40s-38-18-38-40v-34c0-22 14-40 38-40z') +
  fine('M-38-72H38M-38-50H38M-38-28H38') +
  `<path d="M-58-36v6c0 34 24 56 58 56s58-22 58-56v-6M0 26v50M-34 78H34" fill="none" stroke="${deep}" ` +
  'stroke-width="15"/>' +
  '<path d="M-58-36v6c0 34 24 56 58 56s58-22 58-56v-6M0 26v50M-34 78H34" fill="none"/>';

const star: Emblem = (metal) =>
  fillPath(metal, 'M0-104 30-36 104-30 48 20 66 92 0 54-66 92-48 20-104-30-30-36z') +
  fine('M0-60 18-18 62-14 29 14 39 56 0 34-39 56-29 14-62-14-18-18z');

const moon: Emblem = (metal) =>
  fillPath(metal, 'M26-96A100 100 0 1 0 96 44 80 80 0 1 1 26-96z') +
  `<path d="M58-66 66-44 88-42 71-28 76-6 58-18 40-6 45-28 28-42 50-44z" fill="${GOLD}" stroke-width="3"/>`;

const heart: Emblem = (metal) =>
  fillPath(metal, 'M0 92C-150-10-72-116 0-50 72-116 150-10 0 92z') + fine('M0 58C-96-8-48-78 0-32 48-78 96-8 0 58z');

const crown: Emblem = (metal) =>
  fillPath(metal, 'M-96 62-110-46-54-2 0-92 54-2 110-46 96 62z') +
  `<circle cx="-110" cy="-52" r="12" fill="${GOLD}"/><circle cy="-98" r="13" fill="${GOLD}"/>` +
  `<circle cx="110" cy="-52" r="12" fill="${GOLD}"/>` +
  fine('M-84 38H84');

const record: Emblem = (metal, { deep, bottom }) =>
  `<circle r="102" fill="${deep}"/><circle r="84" fill="none" stroke="${bottom}" stroke-width="2"/>` +
  `<circle r="68" fill="none" stroke="${bottom}" stroke-width="2"/>` +
  `<circle r="52" fill="none" stroke="${bottom}" stroke-width="2"/><circle r="36" fill="${metal}"/>` +
  `<circle r="7" fill="${deep}"/>`;

const note: Emblem = (metal) =>
  fillPath(metal, 'M-30 74a34 26 0 1 1-18-46V-84L78-104V48a34 26 0 1 1-22-46V-56l-86 14z');

/** What an edition can be of, each drawn around its own middle and as large as a hand. */
const EMBLEMS: readonly [Emblem, ...Emblem[]] = [lightstick, microphone, star, moon, heart, crown, record, note];

/** Draws the light behind the emblem: rays, rings, or the orbits of small lights. */
function drawHalo(random: SeededRandom, light: StageLight): string {
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
    const width = coordinate(random.between(2, 10));
    rings += `<circle cx="200" cy="225" r="${coordinate(radius)}" stroke-width="${width}"/>`;
  }
  return `<g fill="none" stroke="${light.bottom}" opacity=".38">${rings}</g>`;
}

function drawOrbits(random: SeededRandom, light: StageLight): string {
  let orbits = '';
  for (let count = 0; count < 4; count++) {
    const turn = coordinate(random.between(0, 180));
    const width = coordinate(random.between(150, 188));
    orbits +=
      `<g transform="rotate(${turn} 200 225)">` +
      `<ellipse cx="200" cy="225" rx="${width}" ry="${coordinate(random.between(48, 96))}" fill="none"/>` +
      `<circle cx="${coordinate(200 - Number(width))}" cy="225" r="7" fill="${light.soft}"/></g>`;
  }
  return `<g stroke="${light.top}" stroke-width="2.5" opacity=".6">${orbits}</g>`;
}
