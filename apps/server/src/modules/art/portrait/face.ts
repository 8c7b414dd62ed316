import type { SeededRandom } from '#/lib/random-from-seed.ts';
import {
  type Complexion,
  INK,
  type EyeColour,
  GOLD,
  type StageLight,
  addMirrorImage,
  heart,
  star,
  twinkleOutline,
  bow,
} from '#/modules/art/drawing.ts';

/** The line of the eyes, and their distance from the middle of the face. */
const EYE_Y = 226;
const EYE_X = { left: 163, right: 237 } as const;

type Eye = {
  /** Half the width and half the height of the white. */
  white: { rx: number; ry: number };
  iris: { rx: number; ry: number };
  /** The upper lash line of the right eye, drawn around the eye's own middle. */
  lash: string;
};

const round: Eye = { white: { rx: 20, ry: 21 }, iris: { rx: 15, ry: 20 }, lash: 'M-22-6C-16-26 14-28 23-4l6-4' };
const almond: Eye = { white: { rx: 22, ry: 18 }, iris: { rx: 14, ry: 18 }, lash: 'M-23-2C-14-22 12-24 24-3l7-7' };
const cat: Eye = { white: { rx: 21, ry: 18 }, iris: { rx: 14, ry: 18 }, lash: 'M-22 3C-16-17 8-25 25-10l9-8' };
const droopy: Eye = { white: { rx: 20, ry: 19 }, iris: { rx: 15, ry: 19 }, lash: 'M-22-8C-14-24 14-24 24-1l5 4' };

const OPEN_EYES: readonly [Eye, ...Eye[]] = [round, almond, cat, droopy];

const stroke = (width: number): string => `fill="none" stroke="${INK}" stroke-width="${width}"`;

const sparkle = `<path d="${twinkleOutline(4, -5, 10)}"/>`;
const glints = '<circle cx="5" cy="-7" r="5.5"/><circle cx="-5" cy="9" r="2.6"/>';

/** Draws the ball of an open eye, the same for both sides: light falls on both from the same direction. */
function eyeball({ white, iris }: Eye, isStarry: boolean, id: string): string {
  return (
    `<g id="${id}e"><ellipse rx="${white.rx}" ry="${white.ry}" fill="#fff"/>` +
    `<ellipse rx="${iris.rx}" ry="${iris.ry}" fill="url(#${id}i)"/>` +
    `<ellipse cy="-1" rx="6" ry="9" fill="${INK}" opacity=".7"/>` +
    `<g fill="#fff">${isStarry ? sparkle : glints}</g></g>`
  );
}

const smilingEye = (x: number): string => `<path d="M${x - 20} 232q20-24 40 0" ${stroke(6)}/>`;
const winkingEye = (x: number): string =>
  `<path d="M${x - 20} 224q20 18 40 0M${x + 18} 226l8 4M${x + 12} 232l6 6" ${stroke(5.5)}/>`;

const BROWS: readonly [string, ...string[]] = [
  'M216 188q20-12 42 0',
  'M217 190q18-8 40-6',
  'M216 192q24-18 44-8',
  'M218 184q20-4 38 6',
];

/**
 * Draws both eyes with their brows: mostly open, sometimes laughing or winking. `id` prefixes the gradient it defines.
 */
export function drawEyes(
  random: SeededRandom,
  paint: { eye: EyeColour; brow: string; id: string },
): { defs: string; drawing: string } {
  const eye = random.pick(OPEN_EYES);
  const ball = eyeball(eye, random.chance(0.18), paint.id);
  const lash = `<path d="${eye.lash}" ${stroke(5.5)}/>`;
  const left =
    `<g transform="translate(${EYE_X.left} ${EYE_Y})"><use href="#${paint.id}e"/>` +
    `<g transform="scale(-1 1)">${lash}</g></g>`;
  const right = `<g transform="translate(${EYE_X.right} ${EYE_Y})"><use href="#${paint.id}e"/>${lash}</g>`;
  const mood = random.next();
  const eyes =
    mood < 0.1
      ? smilingEye(EYE_X.left) + smilingEye(EYE_X.right)
      : left + (mood < 0.2 ? winkingEye(EYE_X.right) : right);
  const brow = `<path d="${random.pick(BROWS)}"/>`;
  const brows = `<g fill="none" stroke="${paint.brow}" stroke-width="6">${addMirrorImage(brow)}</g>`;
  return {
    defs:
      `<linearGradient id="${paint.id}i" x2="0" y2="1"><stop offset=".05" stop-color="${INK}"/>` +
      `<stop offset=".5" stop-color="${paint.eye.base}"/><stop offset="1" stop-color="${paint.eye.light}"/>` +
      `</linearGradient>${ball}`,
    drawing: eyes + brows,
  };
}

type Accessory = (light: StageLight) => string;

const paintOutlined = (fill: string): string => `fill="${fill}" stroke="#fff" stroke-width="1.4"`;

const nothing: Accessory = () => '';

const ribbon: Accessory = ({ accent }) => bow({ x: 262, y: 112, radius: 34, turnDegrees: 24 }, paintOutlined(accent));
const bigRibbon: Accessory = ({ accent }) => bow({ x: 200, y: 74, radius: 42 }, paintOutlined(accent));
const starClip: Accessory = () => star({ x: 262, y: 146, radius: 21, turnDegrees: 14 }, paintOutlined(GOLD));
const hairpins: Accessory = ({ accent, soft }) =>
  `<g stroke-width="9"><path d="M248 150l30-12" stroke="${accent}"/><path d="M254 170l30-10" stroke="${soft}"/></g>`;
const heartClips: Accessory = ({ accent }) =>
  addMirrorImage(heart({ x: 124, y: 156, radius: 15, turnDegrees: -14 }, paintOutlined(accent)));

const headphones: Accessory = ({ accent, soft }) =>
  `<path d="M104 214C96 92 142 62 200 62s104 30 96 152" fill="none" stroke="${soft}" stroke-width="14"/>` +
  addMirrorImage(
    `<rect x="84" y="192" width="34" height="68" rx="17" fill="${accent}"/>` +
      '<rect x="92" y="208" width="7" height="36" rx="3.5" fill="#fff" opacity=".5"/>',
  );

const headset: Accessory = () =>
  `<path d="M112 236c4 40 22 56 54 56" fill="none" stroke="${INK}" stroke-width="5"/>` +
  `<rect x="102" y="212" width="20" height="36" rx="10" fill="${INK}"/>` +
  `<circle cx="166" cy="292" r="9" fill="${INK}"/><circle cx="164" cy="290" r="3" fill="#fff" opacity=".5"/>`;

const tiara: Accessory = ({ accent }) =>
  `<path d="M138 108 148 66 172 88 200 46 228 88 252 66 262 108Q200 84 138 108z" fill="${GOLD}" ` +
  `stroke="#fff" stroke-width="4"/><circle cx="200" cy="80" r="8" fill="${accent}"/>` +
  '<circle cx="160" cy="92" r="5" fill="#fff"/><circle cx="240" cy="92" r="5" fill="#fff"/>';

const beret: Accessory = ({ accent, deep }) =>
  `<path d="M92 142C70 84 128 40 208 42s124 34 106 82c-30-22-168-30-222 18z" fill="${accent}"/>` +
  `<path d="M92 142c50-46 190-42 222-18 2 10-2 16-4 20-60-30-154-28-214 10-4-2-5-8-4-12z" fill="${deep}"/>` +
  `<path d="M214 44q2-14 12-18" fill="none" stroke="${accent}" stroke-width="9"/>`;

const catEars: Accessory = ({ soft }) =>
  addMirrorImage(
    `<path d="M104 142C94 98 100 58 112 40c24 10 46 32 58 56z" fill="${INK}"/>` +
      `<path d="M114 122c-4-26-2-44 4-56 12 8 24 20 32 32z" fill="${soft}"/>`,
  );

const flower: Accessory = ({ soft, accent }) => {
  const petals = 'M0-15v.1M14-5v.1M9 12v.1M-9 12v.1M-14-5v.1';
  return (
    `<g transform="translate(128 140)"><path d="${petals}" stroke="${accent}" stroke-width="27"/>` +
    `<path d="${petals}" stroke="${soft}" stroke-width="23"/><circle r="9" fill="${GOLD}"/></g>`
  );
};

const miniHat: Accessory = ({ accent }) =>
  `<g transform="rotate(20 258 90)"><rect x="232" y="46" width="52" height="46" rx="6" fill="${INK}"/>` +
  `<path d="M232 74h52v14h-52z" fill="${accent}"/><ellipse cx="258" cy="94" rx="44" ry="10" fill="${INK}"/>` +
  '</g>';

const hairband: Accessory = ({ accent, soft }) =>
  `<path d="M103 176C110 108 146 84 200 84s90 24 97 92" fill="none" stroke="${accent}" stroke-width="17"/>` +
  `<path d="M108 156C120 108 150 90 200 90s80 18 92 66" fill="none" stroke="${soft}" stroke-width="4" ` +
  'stroke-dasharray="1 15"/>';

const baseballCap: Accessory = ({ accent, deep, soft }) =>
  `<path d="M98 160C92 92 138 54 200 54s108 38 102 106c-60-20-144-20-204 0z" fill="${accent}"/>` +
  '<path d="M98 160c60-22 144-22 204 0 6 8 4 16-2 18-64-14-136-14-200 0-6-2-8-10-2-18z" ' +
  `fill="${deep}"/>${star({ x: 200, y: 108, radius: 20 }, `fill="${soft}"`)}`;

const HEADWEAR: readonly [Accessory, ...Accessory[]] = [
  nothing,
  nothing,
  nothing,
  ribbon,
  bigRibbon,
  starClip,
  hairpins,
  heartClips,
  headphones,
  headset,
  tiara,
  beret,
  catEars,
  flower,
  miniHat,
  hairband,
  baseballCap,
];

const roundGlasses: Accessory = () =>
  `<g fill="#fff" fill-opacity=".16" stroke="${INK}" stroke-width="5"><circle cx="162" cy="228" r="33"/>` +
  '<circle cx="238" cy="228" r="33"/><path d="M195 224q5-5 10 0" fill="none"/></g>';
const squareGlasses: Accessory = ({ accent }) =>
  `<g fill="#fff" fill-opacity=".16" stroke="${accent}" stroke-width="5">` +
  '<rect x="130" y="202" width="62" height="52" rx="15"/>' +
  '<rect x="208" y="202" width="62" height="52" rx="15"/><path d="M192 222q8-6 16 0" fill="none"/></g>';

const studs: Accessory = () => addMirrorImage(`<circle cx="112" cy="254" r="6" fill="${GOLD}"/>`);
const hoops: Accessory = () =>
  addMirrorImage(`<circle cx="110" cy="264" r="12" fill="none" stroke="${GOLD}" stroke-width="4"/>`);
const drops: Accessory = ({ soft }) =>
  addMirrorImage(
    `<path d="M112 250v14" stroke="${GOLD}" ` +
      `stroke-width="3"/>${star({ x: 112, y: 272, radius: 10 }, `fill="${soft}"`)}`,
  );

const EARRINGS: readonly [Accessory, ...Accessory[]] = [nothing, nothing, studs, hoops, drops];

/** Draws the accessories on an idol's head, in front of the eyes and in the ears. */
export function drawAccessories(
  random: SeededRandom,
  light: StageLight,
  holdsMicrophone: boolean,
): { earrings: string; glasses: string; headwear: string } {
  const earrings = random.pick(EARRINGS)(light);
  const glasses = random.chance(0.12) ? random.pick([roundGlasses, squareGlasses])(light) : '';
  const headwear = random.pick(HEADWEAR);
  return {
    earrings,
    glasses,
    headwear: headwear === headset && holdsMicrophone ? '' : headwear(light),
  };
}

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
    '<path d="M178 272q22 7 44 0c-2 30-42 30-44 0z" fill="#8c2f3d"/>' +
    '<path d="M180 273q20 6 40 0l-2 8q-18 4-36 0z" fill="#fff"/>' +
    `<path d="M188 291q12-8 24 0-12 8-24 0z" fill="${lips}"/>`,
  (lips) => line('M178 274q11 12 22 2 11 10 22-2', lips, 5),
  (lips) =>
    `<path d="M184 276q16 5 32 0c-2 20-30 20-32 0z" fill="${lips}"/>` +
    '<path d="M187 277q13 4 26 0l-2 5q-11 3-22 0z" fill="#fff"/>',
  (lips) => line('M186 280q14 7 28-3', lips, 5),
  (lips) =>
    '<ellipse cx="200" cy="281" rx="10" ry="11" fill="#8c2f3d"/>' +
    `<ellipse cx="200" cy="286" rx="7" ry="5" fill="${lips}"/>`,
];

type Mark = (complexion: Complexion) => string;

const none: Mark = () => '';
const freckles: Mark = ({ shade }) =>
  addMirrorImage(`<path d="M146 252h.1M158 256h.1M150 262h.1M164 248h.1" stroke="${shade}" stroke-width="5"/>`);
const beautySpot: Mark = () => `<circle cx="250" cy="258" r="3.2" fill="${INK}" opacity=".8"/>`;
const starSticker: Mark = () => star({ x: 254, y: 256, radius: 10, turnDegrees: 12 }, 'fill="#ffd45e"');
const heartSticker: Mark = () => heart({ x: 146, y: 256, radius: 8, turnDegrees: -10 }, 'fill="#ff5f8f"');

const MARKS: readonly [Mark, ...Mark[]] = [none, none, none, none, freckles, beautySpot, starSticker, heartSticker];

/**
 * Draws head, ears, cheeks, nose, mouth and marks. The head's outline is the definition `${id}o`, so that the shadow of
 * the fringe can be clipped to it.
 */
export function drawFace(random: SeededRandom, complexion: Complexion, id: string): { defs: string; drawing: string } {
  const { skin, shade, blush, lips } = complexion;
  const defs = `<path id="${id}o" d="${random.pick(FACES)}"/><clipPath id="${id}f"><use href="#${id}o"/></clipPath>`;
  const ears = line('M117 223v14M283 223v14', skin, 30) + line('M112 224q8 4 6 16M288 224q-8 4-6 16', shade, 4);
  const cheeks = `<path d="M141 258h10M249 258h10" stroke="${blush}" stroke-width="22" opacity=".4"/>`;
  const nose = line('M198 250q4 5 7 0', shade, 4.5);
  const drawing =
    `${ears}<use href="#${id}o" fill="${skin}"/>${cheeks}${nose}` +
    `${random.pick(MOUTHS)(lips)}${random.pick(MARKS)(complexion)}`;
  return { defs, drawing };
}
