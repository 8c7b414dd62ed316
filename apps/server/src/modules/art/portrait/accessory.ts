import { GOLD, INK, type StageLight } from '../palette.ts';
import type { SeededRandom } from '#/random-from-seed.ts';
import { both, bow, heart, star } from '../shapes.ts';

type Accessory = (light: StageLight) => string;

const outlined = (fill: string): string => `fill="${fill}" stroke="#fff" stroke-width="1.4"`;

const nothing: Accessory = () => '';

const ribbon: Accessory = ({ accent }) => bow({ x: 262, y: 112, radius: 34, turnDegrees: 24 }, outlined(accent));
const bigRibbon: Accessory = ({ accent }) => bow({ x: 200, y: 74, radius: 42 }, outlined(accent));
const starClip: Accessory = () => star({ x: 262, y: 146, radius: 21, turnDegrees: 14 }, outlined(GOLD));
const hairpins: Accessory = ({ accent, soft }) =>
  `<g stroke-width="9"><path d="M248 150l30-12" stroke="${accent}"/><path d="M254 170l30-10" stroke="${soft}"/></g>`;
const heartClips: Accessory = ({ accent }) =>
  both(heart({ x: 124, y: 156, radius: 15, turnDegrees: -14 }, outlined(accent)));

const headphones: Accessory = ({ accent, soft }) =>
  `<path d="M104 214C96 92 142 62 200 62s104 30 96 152" fill="none" stroke="${soft}" stroke-width="14"/>` +
  both(
    `<rect x="84" y="192" width="34" height="68" rx="17" fill="${accent}"/><rect x="92" y="208" width="7" height="36" rx="3.5" fill="#fff" opacity=".5"/>`,
  );

const headset: Accessory = () =>
  `<path d="M112 236c4 40 22 56 54 56" fill="none" stroke="${INK}" stroke-width="5"/><rect x="102" y="212" width="20" height="36" rx="10" fill="${INK}"/><circle cx="166" cy="292" r="9" fill="${INK}"/><circle cx="164" cy="290" r="3" fill="#fff" opacity=".5"/>`;

const tiara: Accessory = ({ accent }) =>
  `<path d="M138 108 148 66 172 88 200 46 228 88 252 66 262 108Q200 84 138 108z" fill="${GOLD}" stroke="#fff" stroke-width="4"/><circle cx="200" cy="80" r="8" fill="${accent}"/><circle cx="160" cy="92" r="5" fill="#fff"/><circle cx="240" cy="92" r="5" fill="#fff"/>`;

const beret: Accessory = ({ accent, deep }) =>
  `<path d="M92 142C70 84 128 40 208 42s124 34 106 82c-30-22-168-30-222 18z" fill="${accent}"/><path d="M92 142c50-46 190-42 222-18 2 10-2 16-4 20-60-30-154-28-214 10-4-2-5-8-4-12z" fill="${deep}"/><path d="M214 44q2-14 12-18" fill="none" stroke="${accent}" stroke-width="9"/>`;

const catEars: Accessory = ({ soft }) =>
  both(
    `<path d="M104 142C94 98 100 58 112 40c24 10 46 32 58 56z" fill="${INK}"/><path d="M114 122c-4-26-2-44 4-56 12 8 24 20 32 32z" fill="${soft}"/>`,
  );

const flower: Accessory = ({ soft, accent }) => {
  const petals = [0, 72, 144, 216, 288]
    .map((turn) => `<ellipse cy="-15" rx="11" ry="14" transform="rotate(${turn})"/>`)
    .join('');
  return `<g transform="translate(128 140)" fill="${soft}" stroke="${accent}" stroke-width="2">${petals}<circle r="9" fill="${GOLD}" stroke="none"/></g>`;
};

const miniHat: Accessory = ({ accent }) =>
  `<g transform="rotate(20 258 90)"><rect x="232" y="46" width="52" height="46" rx="6" fill="${INK}"/><path d="M232 74h52v14h-52z" fill="${accent}"/><ellipse cx="258" cy="94" rx="44" ry="10" fill="${INK}"/></g>`;

const hairband: Accessory = ({ accent, soft }) =>
  `<path d="M103 176C110 108 146 84 200 84s90 24 97 92" fill="none" stroke="${accent}" stroke-width="17"/><path d="M108 156C120 108 150 90 200 90s80 18 92 66" fill="none" stroke="${soft}" stroke-width="4" stroke-dasharray="1 15"/>`;

const baseballCap: Accessory = ({ accent, deep, soft }) =>
  `<path d="M98 160C92 92 138 54 200 54s108 38 102 106c-60-20-144-20-204 0z" fill="${accent}"/><path d="M98 160c60-22 144-22 204 0 6 8 4 16-2 18-64-14-136-14-200 0-6-2-8-10-2-18z" fill="${deep}"/>${star({ x: 200, y: 108, radius: 20 }, `fill="${soft}"`)}`;

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
  `<g fill="#fff" fill-opacity=".16" stroke="${INK}" stroke-width="5"><circle cx="162" cy="228" r="33"/><circle cx="238" cy="228" r="33"/><path d="M195 224q5-5 10 0" fill="none"/></g>`;
const squareGlasses: Accessory = ({ accent }) =>
  `<g fill="#fff" fill-opacity=".16" stroke="${accent}" stroke-width="5"><rect x="130" y="202" width="62" height="52" rx="15"/><rect x="208" y="202" width="62" height="52" rx="15"/><path d="M192 222q8-6 16 0" fill="none"/></g>`;

const studs: Accessory = () => both(`<circle cx="112" cy="254" r="6" fill="${GOLD}"/>`);
const hoops: Accessory = () => both(`<circle cx="110" cy="264" r="12" fill="none" stroke="${GOLD}" stroke-width="4"/>`);
const drops: Accessory = ({ soft }) =>
  both(
    `<path d="M112 250v14" stroke="${GOLD}" stroke-width="3"/>${star({ x: 112, y: 272, radius: 10 }, `fill="${soft}"`)}`,
  );

const EARRINGS: readonly [Accessory, ...Accessory[]] = [nothing, nothing, studs, hoops, drops];

/** What an idol wears on the head, in front of the eyes and in the ears. */
export function drawAccessories(
  random: SeededRandom,
  light: StageLight,
): { earrings: string; glasses: string; headwear: string } {
  return {
    earrings: random.pick(EARRINGS)(light),
    glasses: random.chance(0.12) ? random.pick([roundGlasses, squareGlasses])(light) : '',
    headwear: random.pick(HEADWEAR)(light),
  };
}
