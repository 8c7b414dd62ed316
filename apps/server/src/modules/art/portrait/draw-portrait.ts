import { hashText, randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';
import {
  COMPLEXIONS,
  EYE_COLOURS,
  HAIR_COLOURS,
  type HairColour,
  motifSeed,
  stageLight,
  type StageLight,
  MIRROR,
  coordinate,
  OUTLINES,
  placeShape,
  twinkleOutline,
} from '#/modules/art/drawing.ts';
import { drawAccessories, drawEyes, drawFace } from './face.ts';
import { HAIR_STYLES, pickHairFront } from './hair.ts';
import { drawOutfit } from './outfit.ts';
import { pickPose } from './pose.ts';

/**
 * Draws the portrait of a seed: a standalone SVG of 400 × 480 units, the face around (200, 215).
 * The person depends on the seed without its hue suffix; the light and the trim of the clothes depend on that suffix. Every
 * id in the drawing has a prefix from the seed, so that several portraits can be inline in one page.
 */
export function drawPortrait(seed: string): string {
  const { id, light, random } = traitsOf(seed);
  const background = drawBackground(random('background'), light, id);
  const figure = drawFigure(seed);
  const twinkles = drawTwinkles(random('twinkles'));
  return toSvg(background.defs + figure.defs, background.drawing + figure.drawing + twinkles);
}

/** Draws the person of a portrait without a background, for the podium. */
export function drawCutOut(seed: string): string {
  const { defs, drawing } = drawFigure(seed);
  return toSvg(defs, drawing);
}

function toSvg(defs: string, drawing: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 480" stroke-linecap="round" ' +
    `stroke-linejoin="round"><defs>${defs}</defs>${drawing}</svg>`
  );
}

type Traits = { id: string; light: StageLight; random: (topic: string) => SeededRandom };

function traitsOf(seed: string): Traits {
  const person = motifSeed(seed);
  return {
    id: `p${hashText(seed).toString(36)}`,
    light: stageLight(seed),
    random: (topic) => randomFromSeed(person, topic),
  };
}

function drawFigure(seed: string): { defs: string; drawing: string } {
  const { id, light, random } = traitsOf(seed);
  const complexion = random('skin').pick(COMPLEXIONS);
  const hair = random('hair colour').pick(HAIR_COLOURS);
  const style = random('hair').pick(HAIR_STYLES);
  const front = pickHairFront(random('fringe'));
  const outfit = drawOutfit(random('outfit'), complexion, light);
  const pose = pickPose(random('pose'));
  const face = drawFace(random('face'), complexion, id);
  const eyes = drawEyes(random('eyes'), { eye: random('eye colour').pick(EYE_COLOURS), brow: hair.base, id });
  const worn = drawAccessories(random('accessory'), light, pose.holdsMicrophone);

  const turn = front.isMirrored ? ` ${MIRROR}` : '';
  const pair = `${style.hangingPair ?? ''}${front.sideLock === '' ? '' : `<path d="${front.sideLock}"/>`}`;
  const hanging = pair === '' ? '' : `<g id="${id}l">${pair}</g><use href="#${id}l" ${MIRROR}/>`;
  const ties = style.ties === undefined ? '' : `<g fill="${light.accent}">${style.ties}</g>`;
  const lean = `<g transform="rotate(${pose.lean} 200 330)">`;
  const defs =
    hairDefs(hair, id) +
    face.defs +
    eyes.defs +
    `<g id="${id}h">${style.behind}</g>` +
    `<path id="${id}b" d="${front.fringe}"${turn}/>`;
  const drawing =
    `${lean}<use href="#${id}h" x="7" y="-5" fill="${light.top}"/><use href="#${id}h" fill="url(#${id}k)"/></g>` +
    outfit.over +
    lean +
    face.drawing +
    `<g clip-path="url(#${id}f)"><use href="#${id}b" y="12" fill="${complexion.shade}" opacity=".75"/>` +
    `<path d="M284 190c0 68-24 104-56 122" fill="none" stroke="${light.top}" stroke-width="15" opacity=".6"/></g>` +
    eyes.drawing +
    worn.glasses +
    worn.earrings +
    `<g fill="${hair.base}">${style.hanging ?? ''}${hanging}<use href="#${id}b"/></g>` +
    shine(hair) +
    ties +
    worn.headwear +
    '</g>' +
    pose.drawArms({ complexion, light, id, sleeve: outfit.sleeve, cuff: outfit.cuff });
  return { defs, drawing };
}

/** Draws back hair darker towards its ends, in the picture's own space, so that its pieces meet without a seam. */
function hairDefs(hair: HairColour, id: string): string {
  return (
    `<linearGradient id="${id}k" gradientUnits="userSpaceOnUse" y1="160" x2="0" y2="420">` +
    `<stop stop-color="${hair.base}"/><stop offset="1" stop-color="${hair.deep}"/></linearGradient>`
  );
}

/** Draws the broken ring of light on the crown, where every fringe has hair. */
function shine(hair: HairColour): string {
  return (
    `<path d="M116 152q12-28 36-39M178 105l8-1M210 104q44 2 64 28" fill="none" stroke="${hair.light}" ` +
    'stroke-width="13" opacity=".6"/>'
  );
}

/** `id` prefixes the ids that a pattern defines for its own use. */
type Pattern = (random: SeededRandom, id: string) => string;

const rays: Pattern = () => {
  let path = '';
  for (let ray = 0; ray < 12; ray++) {
    const angle = (ray * Math.PI) / 6 + 0.13;
    const edge = (turn: number) =>
      `${coordinate(200 + 420 * Math.cos(turn))} ${coordinate(230 + 420 * Math.sin(turn))}`;
    path += `M200 230L${edge(angle)}L${edge(angle + 0.24)}z`;
  }
  return `<path d="${path}" fill="#fff" opacity=".16"/>`;
};

const bokeh: Pattern = (random) => {
  let circles = '';
  for (let count = 0; count < 9; count++) {
    const [x, y, radius] = [random.between(0, 400), random.between(0, 380), random.between(8, 36)].map(Math.round);
    circles += `<circle cx="${x}" cy="${y}" r="${radius}" opacity=".${Math.round(random.between(14, 36))}"/>`;
  }
  return `<g fill="#fff">${circles}</g>`;
};

const rings: Pattern = () =>
  '<g fill="none" stroke="#fff" stroke-width="16"><circle cx="200" cy="212" r="146" opacity=".3"/>' +
  '<circle cx="200" cy="212" r="196" opacity=".22"/><circle cx="200" cy="212" r="246" opacity=".14"/></g>';

const halftone: Pattern = () => {
  let rows = '';
  for (let row = 0; row < 6; row++) {
    let dots = '';
    for (let x = row % 2 === 0 ? 14 : 41; x < 400; x += 54) dots += `M${x} ${18 + row * 44}v.1`;
    rows += `<path d="${dots}" stroke-width="${34 - row * 5}"/>`;
  }
  return `<g stroke="#fff" opacity=".26">${rows}</g>`;
};

const spotlights: Pattern = (random) => {
  const lean = random.between(-40, 40);
  const beam = (x: number, width: number) => `M${x} -10L${coordinate(x + lean - width)} 480h${width * 2}z`;
  return `<path d="${beam(60, 70)}${beam(200, 90)}${beam(340, 70)}" fill="#fff" opacity=".2"/>`;
};

const scatter =
  (outline: 'star' | 'heart', count: number): Pattern =>
  (random, id) => {
    let copies = '';
    for (let index = 0; index < count; index++) {
      const x = Math.round((index % 3) * 133 + random.between(20, 113));
      const y = Math.round(Math.floor(index / 3) * 150 + random.between(16, 130));
      const placing = { x, y, radius: random.between(12, 28), turnDegrees: random.pick([-20, -10, 10, 20]) };
      copies += `<use href="#${id}x" transform="${placeShape(placing)}"/>`;
    }
    return `<g fill="#fff" opacity=".3"><defs><path id="${id}x" d="${OUTLINES[outline]}"/></defs>${copies}</g>`;
  };

const stripes: Pattern = () => {
  let path = '';
  for (let x = -300; x < 420; x += 72) path += `M${x} 490 ${x + 300}-10h30L${x + 30} 490z`;
  return `<path d="${path}" fill="#fff" opacity=".15"/>`;
};

const PATTERNS: readonly [Pattern, ...Pattern[]] = [
  rays,
  bokeh,
  rings,
  halftone,
  spotlights,
  scatter('star', 6),
  scatter('heart', 6),
  stripes,
];

/** Returns the definitions and the drawing of the light behind an idol. */
function drawBackground(random: SeededRandom, light: StageLight, id: string): { defs: string; drawing: string } {
  const defs =
    `<linearGradient id="${id}s" x2=".3" y2="1"><stop stop-color="${light.deep}"/>` +
    `<stop offset=".55" stop-color="${light.accent}"/><stop offset="1" ` +
    `stop-color="${light.bottom}"/></linearGradient>` +
    `<radialGradient id="${id}g" cy=".46" r=".56"><stop stop-color="${light.top}"/>` +
    `<stop offset=".4" stop-color="${light.top}" stop-opacity=".6"/>` +
    `<stop offset="1" stop-color="${light.top}" stop-opacity="0"/></radialGradient>`;
  const drawing =
    `<path d="M0 0h400v480H0z" fill="url(#${id}s)"/>` +
    `<path d="M0 0h400v480H0z" fill="url(#${id}g)"/>` +
    random.pick(PATTERNS)(random, id);
  return { defs, drawing };
}

/** Draws a few twinkles in front of everything, kept to the corners so that they never land on a face. */
function drawTwinkles(random: SeededRandom): string {
  const left = twinkleOutline(random.between(26, 64), random.between(36, 120), random.between(11, 19));
  const right = twinkleOutline(random.between(338, 376), random.between(50, 190), random.between(9, 15));
  return `<path d="${left}${right}" fill="#fff" opacity=".92"/>`;
}
