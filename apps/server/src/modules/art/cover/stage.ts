import type { StageLight } from '../palette.ts';
import type { SeededRandom } from '#/random-from-seed.ts';
import { coordinate, heart, star } from '../shapes.ts';

type SetPiece = (light: StageLight) => string;

/** What stands at the back of the stage. Each fills about 220 × 150 units around (300, 180). */
const arch: SetPiece = ({ soft, top }) =>
  `<g fill="none"><path d="M196 264V188a104 104 0 0 1 208 0v76" stroke="${soft}" stroke-width="12"/><path d="M220 264V190a80 80 0 0 1 160 0v74" stroke="${top}" stroke-width="5" stroke-dasharray=".1 14"/></g>`;
const ring: SetPiece = ({ soft, top }) =>
  `<g fill="none"><circle cx="300" cy="178" r="92" stroke="${soft}" stroke-width="11"/><circle cx="300" cy="178" r="70" stroke="${top}" stroke-width="4" stroke-dasharray="20 12"/></g>`;
const greatStar: SetPiece = ({ soft, top }) =>
  star({ x: 300, y: 184, radius: 118 }, `fill="${top}" fill-opacity=".35" stroke="${soft}" stroke-width=".9"`) +
  star({ x: 300, y: 184, radius: 76 }, `fill="none" stroke="${soft}" stroke-width=".6"`);
const greatHeart: SetPiece = ({ soft, top }) =>
  heart({ x: 300, y: 186, radius: 104 }, `fill="${top}" fill-opacity=".35" stroke="${soft}" stroke-width=".9"`);
const screens: SetPiece = ({ soft, top, accent }) =>
  `<g stroke="${soft}" stroke-width="5"><path d="M214 116h172v118H214z" fill="${top}" fill-opacity=".6"/><path d="M118 142l76-14v98l-76 10zM482 142l-76-14v98l76 10z" fill="${accent}" fill-opacity=".55"/></g>${star({ x: 300, y: 176, radius: 44 }, 'fill="#fff" fill-opacity=".9"')}`;
const moon: SetPiece = ({ soft }) =>
  `<circle cx="300" cy="172" r="92" fill="${soft}"/><path d="M262 128h.1M336 156h.1M284 196h.1" stroke="#000" stroke-opacity=".07" stroke-width="32"/>`;
const fan: SetPiece = ({ soft, top }) => {
  let blades = '';
  for (let blade = 0; blade <= 6; blade++) {
    const angle = Math.PI + (blade * Math.PI) / 6;
    blades += `M300 262L${coordinate(300 + 150 * Math.cos(angle))} ${coordinate(258 + 150 * Math.sin(angle))}`;
  }
  return `<path d="M150 258a150 150 0 0 1 300 0z" fill="${top}" fill-opacity=".35" stroke="${soft}" stroke-width="7"/><path d="${blades}" stroke="${soft}" stroke-width="4"/>`;
};

const SET_PIECES: readonly [SetPiece, ...SetPiece[]] = [arch, ring, greatStar, greatHeart, screens, moon, fan];

/** One performer as seen from the last row: head, dress, an arm that may be raised. Feet at the origin, 74 high. */
function performer(x: number, scale: number, hasRaisedArm: boolean): string {
  const arm = hasRaisedArm ? 'M7-46 20-72' : 'M7-46 18-26';
  return `<g transform="translate(${coordinate(x)} 262) scale(${scale})"><circle cy="-62" r="10"/><path d="M-8-50q8-6 16 0l3 16 12 24q-23 10-46 0l12-24z"/><path d="M-5-12V0M5-12V0M-7-46-18-28${arm}" stroke-width="5"/></g>`;
}

/** The set piece and the stage floor in front of it. */
export function drawStage(random: SeededRandom, light: StageLight): string {
  return `${random.pick(SET_PIECES)(light)}<path d="M96 258H504L560 300H40z" fill="${light.deep}"/><path d="M96 258H504" stroke="${light.soft}" stroke-width="4"/><path d="M82 280H518" stroke="${light.top}" stroke-opacity=".7" stroke-width="3" stroke-dasharray=".1 13"/>`;
}

/** One to five performers against the light, the one in the middle a little nearer. */
export function drawPerformers(random: SeededRandom): string {
  const count = random.pick([1, 3, 4, 5]);
  let performers = '';
  for (let index = 0; index < count; index++) {
    const scale = index === Math.floor(count / 2) ? 1 : 0.88;
    performers += performer(300 + (index - (count - 1) / 2) * 48, scale, random.chance(0.6));
  }
  return `<g fill="#170f29" stroke="#170f29">${performers}</g>`;
}

/** The truss, its lamps, and their beams, which cross above the crowd. */
export function drawBeams(random: SeededRandom, light: StageLight): string {
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
