import { hashText, randomFromSeed } from '#/lib/random-from-seed.ts';
import { motifSeed, stageLight } from './drawing.ts';

type Metal = readonly [light: string, middle: string, dark: string];

/** Gold, silver and bronze. */
const METALS: readonly [Metal, ...Metal[]] = [
  ['#ffe9b0', '#f0a92e', '#a86a10'],
  ['#ffffff', '#aab4c8', '#6d7893'],
  ['#f9d6b4', '#d08448', '#7d4518'],
];

/** Outlines of pins around (60, 60): a disc, a hexagon, a shield, a drop and a scalloped medal. */
const OUTLINES: readonly [string, ...string[]] = [
  'M60 8a52 52 0 1 1 0 104 52 52 0 0 1 0-104z',
  'M57 6a6 6 0 0 1 6 0l43 25a6 6 0 0 1 3 5v48a6 6 0 0 1-3 5l-43 25a6 6 0 0 1-6 0L14 89a6 6 0 0 1-3-5V36a6 6 0 0 1 3-5z',
  'M60 6c14 9 30 12 46 12v40c0 28-20 46-46 57-26-11-46-29-46-57V18c16 0 32-3 46-12z',
  'M34 10h52a24 24 0 0 1 24 24v52a24 24 0 0 1-24 24H34a24 24 0 0 1-24-24V34a24 24 0 0 1 24-24z',
  lobedDisc(12),
];

/** Emblems in strokes. A seed that begins with a name of these has it; other seeds have any. */
const EMBLEMS: Readonly<Record<string, string>> = {
  'first-vote': 'M60 82C30 62 38 40 50 40q7 0 10 7 3-7 10-7c12 0 20 22-10 42z',
  'first-task': 'M40 61l14 14 27-29',
  'seven-days': 'M60 34c4 12 18 16 18 32a18 18 0 0 1-36 0c0-8 5-11 7-17 4 3 6 5 6 9 5-5 6-14 5-24z',
  'thirty-days': 'M60 30c4 12 18 16 18 32a18 18 0 0 1-36 0c0-8 5-11 7-17 4 3 6 5 6 9 5-5 6-14 5-24zM40 90h40',
  'hundred-days': 'M42 40h36v40H42zM42 52h36M52 34v10M68 34v10M52 66l6 6 11-12',
  lifter: 'M60 84V40M42 57l18-18 18 18',
  'night-owl': 'M77 68A22 22 0 0 1 50 39a22 22 0 1 0 27 29z',
  'full-day':
    'M60 46a14 14 0 1 1 0 28 14 14 0 0 1 0-28zM60 30v4M60 86v4M30 60h4M86 60h4' +
    'M39 39l3 3M78 78l3 3M81 39l-3 3M39 81l3-3',
  'hundred-tasks': 'M36 62l10 10 20-22M56 70l3 3 22-24',
  'level-ten': 'M38 78V46l12 12 10-18 10 18 12-12v32z',
};

/** Draws the enamel pin that belongs to a seed: a standalone SVG of 120 × 120 units. */
export function drawBadge(seed: string): string {
  const light = stageLight(seed);
  const motif = motifSeed(seed);
  const [bright, middle, dark] = randomFromSeed(motif, 'metal').pick(METALS);
  const outline = randomFromSeed(motif, 'outline').pick(OUTLINES);
  const [any = '', ...others] = Object.values(EMBLEMS);
  const emblem = EMBLEMS[motif] ?? randomFromSeed(motif, 'emblem').pick([any, ...others]);
  const id = `b${hashText(seed).toString(36)}`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><defs>' +
    `<linearGradient id="${id}m" x2=".7" y2="1"><stop stop-color="${bright}"/>` +
    `<stop offset=".5" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></linearGradient>` +
    `<linearGradient id="${id}f" x1=".1" x2=".8" y2="1"><stop stop-color="${light.bottom}"/>` +
    `<stop offset=".55" stop-color="${light.accent}"/><stop offset="1" stop-color="${light.deep}"/></linearGradient>` +
    `<clipPath id="${id}c"><path d="${outline}" transform="translate(8.4 8.4) scale(.86)"/></clipPath></defs>` +
    `<path d="${outline}" fill="url(#${id}m)"/><g clip-path="url(#${id}c)">` +
    `<path d="M0 0h120v120H0z" fill="url(#${id}f)"/>` +
    '<path d="M-10 40 70-20l60 10-120 90zM-10 96 100 14l10 6-114 90z" fill="#fff" opacity=".14"/></g>' +
    `<path d="${emblem}" fill="none" stroke="#fff" stroke-width="6.5" stroke-linecap="round" ` +
    'stroke-linejoin="round"/></svg>'
  );
}

/** Returns the outline of a disc whose edge has `count` round lobes. */
function lobedDisc(count: number): string {
  const corner = (index: number) => {
    const angle = (2 * Math.PI * index) / count;
    return `${(60 + 46 * Math.sin(angle)).toFixed(1)} ${(60 - 46 * Math.cos(angle)).toFixed(1)}`;
  };
  const arcs = Array.from({ length: count }, (_, index) => `A13 13 0 0 1 ${corner(index + 1)}`);
  return `M${corner(0)}${arcs.join('')}z`;
}
