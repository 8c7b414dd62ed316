import type { SeededRandom } from '#/lib/random-from-seed.ts';
import { type Complexion, INK, MIRROR, type StageLight } from '../drawing.ts';

/** What arms are drawn with: the skin, the sleeves of the outfit, and the light. `id` prefixes the id that they define. */
type ArmPaint = { complexion: Complexion; sleeve: string; cuff: string; light: StageLight; id: string };

type Pose = {
  /** How far the head leans towards the raised hand, in degrees. */
  readonly lean: number;
  readonly holdsMicrophone: boolean;
  /** Draws the arms in front of everything, with the raised hand on the right. */
  readonly arms: (paint: ArmPaint) => string;
};

/** Draws a forearm along a line with the shadow that it throws on the clothes, the hand, and the cuff over both. */
const drawArm = (line: string, hand: string, cuffLine: string, { sleeve, cuff }: ArmPaint): string =>
  `<g stroke-width="50"><path d="${line}" stroke="rgb(0 0 0/.13)" transform="translate(-9 5)"/>` +
  `<path d="${line}" stroke="${sleeve}"/></g>${hand}` +
  `<path d="${cuffLine}" stroke="${cuff}" stroke-width="50" stroke-linecap="butt"/>`;

/** Draws the lines between fingers. */
const between = (d: string, { shade }: Complexion): string =>
  `<path d="${d}" fill="none" stroke="${shade}" stroke-width="3.5"/>`;

const singing: Pose = {
  lean: 4,
  holdsMicrophone: true,
  arms: (paint) =>
    drawArm(
      'M342 520 290 408',
      `<path d="M284 392 248 326" stroke="${INK}" stroke-width="17"/>` +
        `<path d="M254 336l-5-9" stroke="${paint.light.top}" stroke-width="21"/>` +
        `<circle cx="241" cy="311" r="21" fill="${INK}"/>` +
        '<path d="M228 305q4-10 14-12" fill="none" stroke="#fff" stroke-width="4" opacity=".7"/>' +
        `<g transform="translate(273 374) rotate(-28)"><rect x="-26" y="-21" width="52" height="44" rx="20" ` +
        `fill="${paint.complexion.skin}"/>${between('M-25-7H4M-26 4H4M-24 14H2', paint.complexion)}</g>`,
      'M299 428 288 404',
      paint,
    ),
};

const greeting: Pose = {
  lean: 5,
  holdsMicrophone: false,
  arms: (paint) =>
    drawArm(
      'M362 530 326 412',
      `<g fill="${paint.complexion.skin}"><path d="M309 346 292 288M324 344 334 285" ` +
        `stroke="${paint.complexion.skin}" stroke-width="17"/>` +
        '<path d="M292 366c0-20 10-28 24-28s26 10 26 28c0 22-6 36-20 36s-30-14-30-36z"/></g>' +
        between('M318 366q8-8 18 0M318 380q8-6 16 0M298 354q8 16 24 12', paint.complexion),
      'M331 428 323 402',
      paint,
    ),
};

const framing: Pose = {
  lean: -3,
  holdsMicrophone: false,
  arms: (paint) =>
    `<g id="${paint.id}a">` +
    drawArm(
      'M112 530 164 412',
      '<path d="M192 398c2-30-10-44-24-56-12-10-20-26-25-44-3-11-20-9-20 3 0 38 12 72 30 107z" ' +
        `fill="${paint.complexion.skin}"/>${between('M131 306q6 28 24 46M128 328q8 24 22 38', paint.complexion)}`,
      'M156 431 171 398',
      paint,
    ) +
    `</g><use href="#${paint.id}a" ${MIRROR}/>`,
};

/** How an idol stands in the light: she sings, greets with two fingers, or frames her face. */
const POSES: readonly [Pose, ...Pose[]] = [singing, greeting, framing];

type Standing = Omit<Pose, 'arms'> & { readonly drawArms: (paint: ArmPaint) => string };

/** Picks the pose of an idol, with the hand on either side. */
export function pickPose(random: SeededRandom): Standing {
  const { lean, holdsMicrophone, arms } = random.pick(POSES);
  const isLeft = random.chance(0.5);
  return {
    lean: isLeft ? -lean : lean,
    holdsMicrophone,
    drawArms: (paint) => (isLeft ? `<g ${MIRROR}>${arms(paint)}</g>` : arms(paint)),
  };
}
