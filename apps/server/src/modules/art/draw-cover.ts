import { hashText, randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';
import {
  motifSeed,
  stageLight,
  type StageLight,
  STAGE_LIGHTS,
  coordinate,
  heart,
  star,
  twinkleOutline,
} from './drawing.ts';

/** Draws the cover that belongs to a seed: a concert seen from the last row, a standalone SVG of 600 × 400 units. */
export function drawCover(seed: string): string {
  const light = stageLight(seed);
  const id = `c${hashText(seed).toString(36)}`;
  const random = (topic: string) => randomFromSeed(motifSeed(seed), topic);
  const sky = drawNightSky(random('sky'), light, id);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" stroke-linecap="round" ' +
    `stroke-linejoin="round"><defs>${sky.defs}</defs>` +
    sky.drawing +
    drawStage(random('stage'), light) +
    drawBeams(random('beams'), light) +
    drawPerformers(random('performers')) +
    drawCrowd(random('crowd'), light) +
    '</svg>'
  );
}

/**
 * Draws a row of fans seen from behind, at the size of one head; every head and pair of shoulders is a thick round
 * stroke.
 */
function rowOfFans(random: SeededRandom, y: number, headWidth: number, colour: string): string {
  let heads = '';
  let shoulders = '';
  for (let x = -headWidth; x < 600 + headWidth; x += headWidth * 1.9) {
    const [headX, headY] = [Math.round(x + random.between(0, headWidth * 0.6)), Math.round(y + random.between(-9, 9))];
    heads += `M${headX} ${headY}v${Math.round(headWidth * 0.16)}`;
    shoulders +=
      `M${Math.round(headX - headWidth * 0.4)} ` +
      `${Math.round(headY + headWidth * 1.15)}h${Math.round(headWidth * 0.8)}v90h-${Math.round(headWidth * 0.8)}z`;
  }
  return (
    `<g fill="${colour}" stroke="${colour}"><path d="${heads}" stroke-width="${headWidth}"/>` +
    `<path d="${shoulders}" stroke-width="${Math.round(headWidth * 0.95)}"/></g>`
  );
}

/** Draws raised light sticks between two heights, as one path of short lines. */
function sticks(random: SeededRandom, count: number, top: number, bottom: number): string {
  let lines = '';
  for (let index = 0; index < count; index++) {
    const x = Math.round((index + random.next()) * (600 / count));
    const y = Math.round(random.between(top, bottom));
    lines += `M${x} ${y}l${Math.round(random.between(-9, 9))}-${Math.round(random.between(17, 25))}`;
  }
  return lines;
}

/** Draws lines that glow: a wide faint stroke, a narrower one, and a white core. */
function drawGlow(lines: string, colour: string): string {
  return (
    `<g fill="none" stroke="${colour}"><path d="${lines}" stroke-width="17" opacity=".28"/>` +
    `<path d="${lines}" stroke-width="8"/><path d="${lines}" stroke="#fff" stroke-width="3" opacity=".85"/></g>`
  );
}

/** Draws two rows of fans against the light, holding light sticks in the event's colours. */
function drawCrowd(random: SeededRandom, light: StageLight): string {
  const guest = random.pick(STAGE_LIGHTS);
  return (
    drawGlow(sticks(random, 11, 312, 334), light.top) +
    rowOfFans(random, 330, 24, '#24173f') +
    drawGlow(sticks(random, 7, 338, 366), guest.top) +
    drawGlow(sticks(random, 7, 338, 366), light.bottom) +
    rowOfFans(random, 350, 34, '#110a20')
  );
}

/**
 * Draws the open-air night above a stage: a sky that takes on the light of the show, a glow behind the stage, and
 * stars.
 */
function drawNightSky(random: SeededRandom, light: StageLight, id: string): { defs: string; drawing: string } {
  let dots = '';
  for (let count = 0; count < 26; count++) {
    dots += `M${Math.round(random.between(6, 594))} ${Math.round(random.between(36, 190))}v.1`;
  }
  let twinkles = '';
  for (let count = 0; count < 5; count++) {
    twinkles += twinkleOutline(random.between(20, 580), random.between(44, 140), random.between(5, 11));
  }
  const defs =
    `<linearGradient id="${id}n" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#150d28"/>` +
    `<stop offset=".6" stop-color="${light.deep}"/><stop offset="1" stop-color="${light.accent}"/>` +
    `</linearGradient><radialGradient id="${id}g"><stop stop-color="${light.top}" stop-opacity=".95"/>` +
    `<stop offset=".45" stop-color="${light.bottom}" stop-opacity=".55"/>` +
    `<stop offset="1" stop-color="${light.bottom}" stop-opacity="0"/></radialGradient>`;
  const drawing =
    `<path d="M0 0h600v400H0z" fill="url(#${id}n)"/>` +
    `<path d="${dots}" stroke="#fff" stroke-width="2.4" opacity=".55"/>` +
    `<path d="${twinkles}" fill="#fff" opacity=".9"/>` +
    `<ellipse cx="300" cy="${coordinate(random.between(196, 214))}" rx="330" ry="190" fill="url(#${id}g)"/>`;
  return { defs, drawing };
}

type SetPiece = (light: StageLight) => string;

/** Draws the set piece behind the performers. Each fills about 220 × 150 units around (300, 180). */
const arch: SetPiece = ({ soft, top }) =>
  `<g fill="none"><path d="M196 264V188a104 104 0 0 1 208 0v76" stroke="${soft}" stroke-width="12"/>` +
  `<path d="M220 264V190a80 80 0 0 1 160 0v74" stroke="${top}" stroke-width="5" stroke-dasharray=".1 14"/>` +
  '</g>';
const ring: SetPiece = ({ soft, top }) =>
  `<g fill="none"><circle cx="300" cy="178" r="92" stroke="${soft}" stroke-width="11"/>` +
  `<circle cx="300" cy="178" r="70" stroke="${top}" stroke-width="4" stroke-dasharray="20 12"/></g>`;
const greatStar: SetPiece = ({ soft, top }) =>
  star({ x: 300, y: 184, radius: 118 }, `fill="${top}" fill-opacity=".35" stroke="${soft}" stroke-width=".9"`) +
  star({ x: 300, y: 184, radius: 76 }, `fill="none" stroke="${soft}" stroke-width=".6"`);
const greatHeart: SetPiece = ({ soft, top }) =>
  heart({ x: 300, y: 186, radius: 104 }, `fill="${top}" fill-opacity=".35" stroke="${soft}" stroke-width=".9"`);
const screens: SetPiece = ({ soft, top, accent }) =>
  `<g stroke="${soft}" stroke-width="5"><path d="M214 116h172v118H214z" fill="${top}" fill-opacity=".6"/>` +
  `<path d="M118 142l76-14v98l-76 10zM482 142l-76-14v98l76 10z" fill="${accent}" fill-opacity=".55"/>` +
  `</g>${star({ x: 300, y: 176, radius: 44 }, 'fill="#fff" fill-opacity=".9"')}`;
const moon: SetPiece = ({ soft }) =>
  `<circle cx="300" cy="172" r="92" fill="${soft}"/>` +
  '<path d="M262 128h.1M336 156h.1M284 196h.1" stroke="#000" stroke-opacity=".07" stroke-width="32"/>';
const fan: SetPiece = ({ soft, top }) => {
  let blades = '';
  for (let blade = 0; blade <= 6; blade++) {
    const angle = Math.PI + (blade * Math.PI) / 6;
    blades += `M300 262L${coordinate(300 + 150 * Math.cos(angle))} ${coordinate(258 + 150 * Math.sin(angle))}`;
  }
  return (
    `<path d="M150 258a150 150 0 0 1 300 0z" fill="${top}" fill-opacity=".35" stroke="${soft}" ` +
    `stroke-width="7"/><path d="${blades}" stroke="${soft}" stroke-width="4"/>`
  );
};

const SET_PIECES: readonly [SetPiece, ...SetPiece[]] = [arch, ring, greatStar, greatHeart, screens, moon, fan];

/**
 * Draws one performer as seen from the last row: head, dress, an arm that may be raised. Feet at the origin, 74 high.
 */
function performer(x: number, scale: number, hasRaisedArm: boolean): string {
  const arm = hasRaisedArm ? 'M7-46 20-72' : 'M7-46 18-26';
  return (
    `<g transform="translate(${coordinate(x)} 262) scale(${scale})"><circle cy="-62" r="10"/>` +
    '<path d="M-8-50q8-6 16 0l3 16 12 24q-23 10-46 0l12-24z"/>' +
    `<path d="M-5-12V0M5-12V0M-7-46-18-28${arm}" stroke-width="5"/></g>`
  );
}

/** Draws the set piece and the stage floor in front of it. */
function drawStage(random: SeededRandom, light: StageLight): string {
  return (
    `${random.pick(SET_PIECES)(light)}<path d="M96 258H504L560 300H40z" fill="${light.deep}"/><path d="M96 ` +
    `258H504" stroke="${light.soft}" stroke-width="4"/><path d="M82 280H518" stroke="${light.top}" ` +
    'stroke-opacity=".7" stroke-width="3" stroke-dasharray=".1 13"/>'
  );
}

/** Draws one to five performers against the light, the one in the middle a little nearer. */
function drawPerformers(random: SeededRandom): string {
  const count = random.pick([1, 3, 4, 5]);
  let performers = '';
  for (let index = 0; index < count; index++) {
    const scale = index === Math.floor(count / 2) ? 1 : 0.88;
    performers += performer(300 + (index - (count - 1) / 2) * 48, scale, random.chance(0.6));
  }
  return `<g fill="#170f29" stroke="#170f29">${performers}</g>`;
}

/** Draws the truss, its lamps, and their beams, which cross above the crowd. */
function drawBeams(random: SeededRandom, light: StageLight): string {
  let white = '';
  let coloured = '';
  let lamps = '';
  for (let lamp = 0; lamp < 7; lamp++) {
    const x = 60 + lamp * 80;
    const aim = x + (300 - x) * random.between(-0.5, 1.1);
    const beam = `M${x} 26L${coordinate(aim - 46)} 400h92z`;
    if (lamp % 2 === 0) white += beam;
    else coloured += beam;
    lamps += `M${x} 26v8`;
  }
  return (
    `<path d="${white}" fill="#fff" opacity=".13"/><path d="${coloured}" fill="${light.top}" opacity=".22"/>` +
    `<path d="M0 14${'l12-8 12 8'.repeat(25)}M0 20H600M0 8H600" fill="none" stroke="#0d0719" stroke-width="3"/>` +
    `<path d="${lamps}" stroke="${light.soft}" stroke-width="13"/>`
  );
}
