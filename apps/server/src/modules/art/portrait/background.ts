import type { StageLight } from '../palette.ts';
import type { SeededRandom } from '#/random-from-seed.ts';
import { coordinate, OUTLINES, placed, twinkleOutline } from '../shapes.ts';

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
  `<g fill="none" stroke="#fff" stroke-width="16"><circle cx="200" cy="212" r="146" opacity=".3"/><circle cx="200" cy="212" r="196" opacity=".22"/><circle cx="200" cy="212" r="246" opacity=".14"/></g>`;

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
      copies += `<use href="#${id}x" transform="${placed(placing)}"/>`;
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

/** The definitions and the drawing of the light behind an idol. */
export function drawBackground(random: SeededRandom, light: StageLight, id: string): { defs: string; drawing: string } {
  const defs =
    `<linearGradient id="${id}s" x1="0" y1="0" x2=".5" y2="1"><stop stop-color="${light.top}"/><stop offset="1" stop-color="${light.bottom}"/></linearGradient>` +
    `<radialGradient id="${id}g" cx=".5" cy=".42" r=".6"><stop stop-color="#fff" stop-opacity=".7"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`;
  const drawing =
    `<path d="M0 0h400v480H0z" fill="url(#${id}s)"/>` +
    random.pick(PATTERNS)(random, id) +
    `<path d="M0 0h400v480H0z" fill="url(#${id}g)"/>`;
  return { defs, drawing };
}

/** A few twinkles in front of everything, kept to the corners so that they never land on a face. */
export function drawTwinkles(random: SeededRandom): string {
  const left = twinkleOutline(random.between(26, 64), random.between(36, 120), random.between(11, 19));
  const right = twinkleOutline(random.between(338, 376), random.between(50, 190), random.between(9, 15));
  const low = twinkleOutline(random.pick([30, 372]), random.between(230, 300), random.between(6, 10));
  return `<path d="${left}${right}${low}" fill="#fff" opacity=".92"/>`;
}
