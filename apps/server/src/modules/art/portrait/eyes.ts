import { type EyeColour, INK } from '../palette.ts';
import type { SeededRandom } from '#/random-from-seed.ts';
import { both, twinkleOutline } from '../shapes.ts';

/** The eyes stand on this line, this far to both sides of the middle of the face. */
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

/** The ball of an open eye, the same for both sides: light falls on both from the same direction. */
function eyeball({ white, iris }: Eye, isStarry: boolean, id: string): string {
  return (
    `<g id="${id}e"><ellipse rx="${white.rx}" ry="${white.ry}" fill="#fff"/><ellipse rx="${iris.rx}" ry="${iris.ry}" fill="url(#${id}i)"/>` +
    `<ellipse cy="-1" rx="6" ry="9" fill="${INK}" opacity=".7"/><g fill="#fff">${isStarry ? sparkle : glints}</g></g>`
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

/** Both eyes with their brows: mostly open, sometimes laughing or winking. `id` prefixes the gradient it defines. */
export function drawEyes(
  random: SeededRandom,
  paint: { eye: EyeColour; brow: string; id: string },
): { defs: string; drawing: string } {
  const eye = random.pick(OPEN_EYES);
  const ball = eyeball(eye, random.chance(0.18), paint.id);
  const lash = `<path d="${eye.lash}" ${stroke(5.5)}/>`;
  const left = `<g transform="translate(${EYE_X.left} ${EYE_Y})"><use href="#${paint.id}e"/><g transform="scale(-1 1)">${lash}</g></g>`;
  const right = `<g transform="translate(${EYE_X.right} ${EYE_Y})"><use href="#${paint.id}e"/>${lash}</g>`;
  const mood = random.next();
  const eyes =
    mood < 0.1
      ? smilingEye(EYE_X.left) + smilingEye(EYE_X.right)
      : left + (mood < 0.2 ? winkingEye(EYE_X.right) : right);
  const brow = `<path d="${random.pick(BROWS)}"/>`;
  const brows = `<g fill="none" stroke="${paint.brow}" stroke-width="6">${both(brow)}</g>`;
  return {
    defs: `<linearGradient id="${paint.id}i" x1="0" y1="0" x2="0" y2="1"><stop offset=".05" stop-color="${INK}"/><stop offset=".5" stop-color="${paint.eye.base}"/><stop offset="1" stop-color="${paint.eye.light}"/></linearGradient>${ball}`,
    drawing: eyes + brows,
  };
}
