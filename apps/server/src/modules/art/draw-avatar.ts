import { randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';
import { coordinate } from './drawing.ts';

/** Sheets of coloured paper: the ground, the shape behind the motif, the motif, and its details. */
type Papers = { readonly ground: string; readonly back: string; readonly main: string; readonly detail: string };

/**
 * Draws the avatar of a fan without a picture: cut paper in four layers, a standalone SVG of 200 × 200 units. What matters
 * lies within a circle, because avatars are shown round.
 */
export function drawAvatar(seed: string): string {
  const random = (topic: string) => randomFromSeed(seed, topic);
  const papers = random('papers').pick(PAPERS);
  const turn = random('turn');
  const mirror = turn.chance(0.5) ? 'scale(-1 1)' : '';
  const lean = coordinate(turn.between(-9, 9));
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">' +
    `<path d="M0 0h200v200H0z" fill="${papers.ground}"/>` +
    `<g transform="translate(100 100)">${cut(random('back').pick(BACKS), papers.back)}` +
    drawScraps(random('scraps'), papers) +
    `<g transform="rotate(${lean})${mirror}">${random('motif').pick(MOTIFS)(papers)}</g></g></svg>`
  );
}

/** Cuts a shape out of paper, with the shadow that it throws on the sheet below. */
const cut = (d: string, paper: string): string =>
  `<path d="${d}" transform="translate(3 5)" opacity=".18"/><path d="${d}" fill="${paper}"/>`;

/** Cuts holes, through which the sheet behind is seen. */
const hole = (d: string, { back }: Papers): string => `<path d="${d}" fill="${back}"/>`;

const disc = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0 ${radius} ${radius} 0 1 0-${2 * radius} 0z`;

const PAPERS: readonly [Papers, ...Papers[]] = [
  { ground: '#fff0dc', back: '#ffc78f', main: '#2b3a8c', detail: '#f2545b' },
  { ground: '#dff3ee', back: '#9fdcc9', main: '#0f6b6a', detail: '#ff7f57' },
  { ground: '#2a2350', back: '#5b4bb0', main: '#ffd166', detail: '#ff7aa8' },
  { ground: '#ffe1ea', back: '#ff9dbb', main: '#8a1550', detail: '#ffd25e' },
  { ground: '#12344d', back: '#2f7ea6', main: '#ffe9c7', detail: '#ff7f50' },
  { ground: '#e7e3ff', back: '#b9adff', main: '#4a2fbd', detail: '#ff8fc0' },
  { ground: '#f3f0e6', back: '#dccb9c', main: '#5a3a22', detail: '#3f9a6d' },
  { ground: '#0f3d33', back: '#2f8f6b', main: '#f6f1d3', detail: '#ff9f43' },
  { ground: '#fff4cc', back: '#ffd84d', main: '#d1495b', detail: '#2d6a8e' },
  { ground: '#e0f1ff', back: '#8cc6ff', main: '#1c4fa8', detail: '#ffb347' },
  { ground: '#3b1230', back: '#a02c6d', main: '#ffd9e6', detail: '#7fe0d4' },
  { ground: '#ffe8d6', back: '#e9876b', main: '#fdf6ec', detail: '#3d405b' },
  { ground: '#1c1f3a', back: '#3d4a92', main: '#8fe3cf', detail: '#ffd3e0' },
  { ground: '#eaf7d8', back: '#a9d977', main: '#2f6b2a', detail: '#ff6f91' },
];

/** Shapes behind the motif: a disc, a hill, a window, a wave, a tile, a pebble, a scalloped disc, the half of the picture. */
const BACKS: readonly [string, ...string[]] = [
  disc(0, 4, 78),
  'M-104-10C-60-56 50-60 104-4V104H-104z',
  'M-66 104V-16a66 66 0 0 1 132 0V104z',
  'M-104-30q26-28 52 0t52 0 52 0 52 0V104H-104z',
  'M-76-32 32-76 76 32-32 76z',
  'M-70 26C-90-22-56-78 0-74 52-72 88-40 80 8 74 58 30 84-14 78-42 74-60 56-70 26z',
  lobes(9, 66, 25),
  'M-104-104H20L-36 104H-104zM36 104 92-104h12V104z',
];

/** Returns the outline of a disc with round lobes. */
function lobes(count: number, radius: number, arc: number): string {
  const corner = (index: number) => {
    const angle = (2 * Math.PI * index) / count;
    return `${Math.round(radius * Math.sin(angle))} ${Math.round(-radius * Math.cos(angle))}`;
  };
  const arcs = Array.from({ length: count }, (_, index) => `A${arc} ${arc} 0 0 1 ${corner(index + 1)}`);
  return `M${corner(0)}${arcs.join('')}z`;
}

/** Draws up to four scraps of paper around the motif. */
function drawScraps(random: SeededRandom, { detail, main }: Papers): string {
  const shape = random.pick([
    'M0-9 3-3 9 0 3 3 0 9-3 3-9 0-3-3z',
    'M-7 0a7 7 0 1 0 14 0 7 7 0 1 0-14 0z',
    'M-9 7 0-9 9 7z',
  ]);
  const places = [
    [-62, -52],
    [60, -56],
    [70, 30],
    [-72, 28],
  ] as const;
  return places
    .filter(() => random.chance(0.5))
    .map(([x, y]) => `<path d="${shape}" transform="translate(${x} ${y})" fill="${random.pick([detail, main])}"/>`)
    .join('');
}

type Motif = (papers: Papers) => string;

const bird: Motif = ({ main, detail }) =>
  cut(
    'M-82 34-72 4C-44 14-16 8 6-16 16-36 30-46 46-46c14 0 22 8 24 18l16 8-18 6C62 20 34 46-4 44-30 42-46 32-56 26z',
    main,
  ) + cut('M-24 18C-34-22-14-58 20-76c12 36 2 72-20 98z', detail);
const cat: Motif = ({ main, detail }) =>
  cut('M46 66c30-2 34-32 20-50-8-8-18 0-12 8 8 12 2 22-14 22z', detail) +
  cut(
    'M0-44c8 0 14 2 18 4l16-20 4 38c8 14 8 26 0 38 18 18 22 40 14 58H-52c-8-18-4-40 ' +
      '14-58-8-12-8-24 0-38l4-38 16 20c4-2 10-4 18-4z',
    main,
  );
const fish: Motif = (papers) =>
  cut('M30 0 74-38C62-12 62 12 74 38z', papers.detail) +
  cut('M-74 2C-54-42 10-54 50 0 10 54-54 46-74 2z', papers.main) +
  hole('M-26-32q24 32 0 66l-10-4q18-28 0-58zM4-32q20 32 0 64l-10 4q22-34 0-72z', papers);
const whale: Motif = ({ main, detail }) =>
  cut('M-8-42c-2-18-18-24-28-14 8 0 14 4 18 16zM-4-42C-2-60 14-68 26-56 16-56 8-52 4-40z', detail) +
  cut(
    'M-76 16c0-36 34-56 72-48C24-26 40-8 42 14c10-2 16-10 16-24l-14-16 20 2 14-14c10 40-4 ' +
      '86-44 88H-28c-30 0-48-14-48-34z',
    main,
  ) +
  `<path d="M-70 34c20 10 54 12 90 0-8 12-24 16-46 16-20 0-36-4-44-16z" fill="${detail}"/>`;
const rabbit: Motif = ({ main, detail }) =>
  cut(
    'M-28-2C-42-34-46-78-28-80c16-2 24 40 26 66h4c2-26 10-68 26-66 18 2 14 46 0 78 18 14 24 ' +
      '38 16 58 4 4 4 8 0 14h-88c-4-6-4-10 0-14-8-20-2-44 16-58z',
    main,
  ) + cut(disc(0, 46, 18), detail);
const butterfly: Motif = ({ main, detail, ground }) =>
  cut(
    'M0-8C-18-60-74-70-78-36-80-8-46 6-10 4-44 8-64 32-50 54-34 76-4 40 0 8 4 40 34 76 50 54 ' +
      '64 32 44 8 10 4 46 6 80-8 78-36 74-70 18-60 0-8z',
    main,
  ) +
  `<path d="${disc(-46, -30, 13)}${disc(46, -30, 13)}" fill="${detail}"/><path ` +
  `d="${disc(-34, 38, 8)}${disc(34, 38, 8)}" fill="${ground}"/>` +
  cut('M-5-34q5-10 10 0v76q-5 14-10 0z', detail);
const fox: Motif = ({ main, detail, ground }) =>
  cut('M-70-64-28-36h56l42-28v66L0 70-70 2z', main) +
  cut('M-70 2 0 18 70 2 0 70z', detail) +
  `<path d="M-60-44l18 14-18 20zM60-44 42-30l18 20z" fill="${detail}"/><path d="M-10 60h20L0 70z" fill="${ground}"/>`;
const penguin: Motif = ({ main, detail }) =>
  `<path d="M-30 74q14-16 28 0zM2 74q14-16 28 0z" fill="${detail}"/>` +
  cut(
    'M0-70c30 0 42 26 42 58 16 20 20 40 10 48-4 2-8-6-12-14C38 54 22 72 0 72S-38 54-40 22c-4 8-8 16-12 14-10-8-6-28 ' +
      '10-48 0-32 12-58 42-58z',
    main,
  ) +
  cut('M0-26c20 0 28 22 28 46C28 48 18 62 0 62S-28 48-28 20c0-24 8-46 28-46z', detail);
const swan: Motif = ({ main, detail }) =>
  cut(
    'M-32 24C-70-6-10-38-36-48c-8-2-12 6-24 8-6-22 22-36 38-20C4-34-38-4-14 14 12-2 44-8 ' +
      '76-12 74 40 44 64 2 64c-28 0-44-16-34-40z',
    main,
  ) + cut('M-6 26C16 4 44 4 64 8 54 34 26 44-6 26z', detail);
const monstera: Motif = (papers) =>
  cut('M0 78C-44 54-76 20-70-26-64-58-32-68 0-46 32-68 64-58 70-26 76 20 44 54 0 78z', papers.main) +
  hole(
    'M-74-6l42-4-40 16zM-66 30l38-22-30 32zM74-6l-42-4 40 16zM66 30 28 8l30 32zM-44 54l26-26-16 34zM44 54 18 28l16 34z',
    papers,
  ) +
  `<path d="M-3-36H3L0 66z" fill="${papers.detail}"/>`;
const tulip: Motif = ({ main, detail, ground }) =>
  cut('M-4 0h8v78h-8z', detail) +
  cut('M-2 78c-34 0-50-22-52-52 28 6 48 24 52 52zM2 78c34 0 50-22 52-52C26 32 6 50 2 78z', detail) +
  cut(
    'M-42-54c14 4 24 12 28 22 0-18 4-32 14-42 10 10 14 24 14 42 4-10 14-18 28-22C48-8 34 22 0 22S-48-8-42-54z',
    main,
  ) +
  `<path d="M0-60C12-36 12-8 0 14-12-8-12-36 0-60z" fill="${ground}" opacity=".35"/>`;
const mushroom: Motif = (papers) =>
  cut('M-18 6h36c0 26 6 44 14 62-20 8-44 8-64 0C-24 50-18 32-18 6z', papers.detail) +
  cut('M-74 10c0-48 34-74 74-74s74 26 74 74c-34 12-114 12-148 0z', papers.main) +
  hole(disc(-34, -20, 12) + disc(10, -34, 15) + disc(44, -4, 9), papers);
const cactus: Motif = ({ main, detail }) =>
  cut(
    'M-16 54V-46a16 16 0 0 1 32 0V0h14v-20a12 12 0 0 1 24 0V8c0 10-6 16-16 16H16v30zM-16 ' +
      '34h-22c-10 0-16-6-16-16V0a12 12 0 0 1 24 0v10h14z',
    main,
  ) +
  cut('M-36 42h72L26 80h-52z', detail) +
  `<path d="${disc(0, -64, 10)}" fill="${detail}"/>`;
const ginkgo: Motif = ({ main, detail }) =>
  cut(
    'M-5 86C-8 60-6 40-6 24-36 18-66 2-80-26-58-56-32-66-8-58L0-30 8-58c24-8 50 2 72 32C66 2 ' +
      '36 18 6 24c0 16 0 36 2 60z',
    main,
  ) + `<path d="M-3 14-54-26l46 34zM3 14 54-26 8 8zM-2 8l-22-48 18 46zM2 8l22-48L6 6z" fill="${detail}"/>`;
const lotus: Motif = ({ main, detail, ground }) =>
  cut('M-4 42C-40 54-70 42-84 12c36-4 64 6 80 30zM4 42C40 54 70 42 84 12 48 8 20 18 4 42z', detail) +
  cut('M-2 42C-42 40-60 8-60-30c36 8 56 34 58 72zM2 42C42 40 60 8 60-30 24-22 4 4 2 42z', main) +
  cut('M0-66c28 30 30 74 0 108-30-34-28-78 0-108z', ground);
const fern: Motif = ({ main, detail }) => {
  const pairs = Array.from({ length: 6 }, (_, index) => {
    const [y, reach] = [60 - index * 22, 62 - index * 8];
    return (
      `M0 ${y}C-${reach * 0.5} ${y - 4}-${reach} ${y - 14}-${reach} ${y - 36}-${reach * 0.5} ` +
      `${y - 38} 0 ${y - 24} 0 ${y}z` +
      `M0 ${y}C${reach * 0.5} ${y - 4} ${reach} ${y - 14} ${reach} ${y - 36} ${reach * 0.5} ` +
      `${y - 38} 0 ${y - 24} 0 ${y}z`
    );
  });
  return cut(pairs.join(''), main) + `<path d="M-3 84-2-60h4L3 84z" fill="${detail}"/>`;
};
const mountains: Motif = ({ main, detail, ground }) =>
  cut(disc(34, -40, 26), detail) +
  cut('M-94 62-30-46 14 18 38-10 94 62z', main) +
  `<path d="M-30-46-52-10l14 6 8-10 10 12 14-12z" fill="${ground}"/>`;
const waves: Motif = ({ main, detail, ground }) =>
  cut(disc(-22, -34, 30), detail) +
  cut('M-104-2q26-30 52 0t52 0 52 0 52 0V104H-104z', main) +
  cut('M-104 34q18-26 44 0t52 0 52 0 60 0V104H-104z', ground) +
  cut('M-104 62q26-22 52 0t52 0 52 0 52 0v42H-104z', main);
const moon: Motif = ({ main, detail, ground }) =>
  cut('M22-68a72 72 0 1 0 50 104A60 60 0 0 1 22-68z', main) +
  cut('M46-40 52-22l18 2-14 12 4 18-14-10-16 10 4-18-14-12 18-2z', detail) +
  cut('M-40 58c-4-18 18-26 28-14 8-18 36-14 38 4 14-4 24 6 22 18h-96c-4-4-2-8 8-8z', ground);
const rainbow: Motif = ({ main, detail, ground }) =>
  cut('M-76 40a76 76 0 0 1 152 0z', main) +
  cut('M-54 40a54 54 0 0 1 108 0z', ground) +
  cut('M-32 40a32 32 0 0 1 64 0z', detail) +
  cut('M-90 52c-2-18 20-24 28-12 8-12 30-6 28 12zM34 52c-2-18 20-24 28-12 8-12 30-6 28 12z', ground);
const alga: Motif = ({ main, detail }) =>
  cut(
    'M-8 82c-4-28-8-44-34-48-18-2-22-22-6-26 12-4 22 6 28 14-2-20-16-30-28-38-14-10-4-30 ' +
      '12-26 14 6 18 18 22 30 0-22-2-38-4-54-2-20 28-22 28-2 2 18-2 36 0 56 8-12 12-24 26-30 ' +
      '16-4 24 18 10 26-12 8-26 18-28 38 8-8 16-18 28-14 16 4 12 24-6 26-28 4-30 20-34 48z',
    main,
  ) + `<path d="${disc(-40, 20, 6)}${disc(40, 22, 6)}${disc(2, -56, 6)}" fill="${detail}"/>`;
const sun: Motif = ({ main, detail }) => {
  const rays = Array.from(
    { length: 12 },
    (_, index) => `<path d="M-10-46 0-80 10-46z" transform="rotate(${index * 30})"/>`,
  );
  return `<g fill="${detail}">${rays.join('')}</g>${cut(disc(0, 0, 44), main)}${cut(disc(0, 0, 20), detail)}`;
};

const MOTIFS: readonly [Motif, ...Motif[]] = [
  bird,
  cat,
  fish,
  whale,
  rabbit,
  butterfly,
  fox,
  penguin,
  swan,
  monstera,
  tulip,
  mushroom,
  cactus,
  ginkgo,
  lotus,
  fern,
  mountains,
  waves,
  moon,
  rainbow,
  alga,
  sun,
];
