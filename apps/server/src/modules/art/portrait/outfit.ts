import { type Complexion, GOLD, type StageLight, addMirrorImage, bow, heart, star } from '../drawing.ts';
import type { SeededRandom } from '#/lib/random-from-seed.ts';

/** The colours of an outfit: the main cloth, the trim, details, and the layer over a white shirt. */
type Cloth = { main: string; trim: string; detail: string; onWhite: string };

/** `behind` (a hood, a high collar's back) lies behind the neck, `over` in front of it. */
type Outfit = (cloth: Cloth, complexion: Complexion) => { behind?: string; over: string };

const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const seam = (d: string, colour: string, width = 4): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

/** Shoulders and chest, closed at the neck; necklines are laid over it, so no two pieces share an outer edge. */
const SHOULDERS = 'M36 484C40 402 78 368 152 346l20-10c16 14 40 14 56 0l20 10c74 22 112 56 116 138z';
const ARM_FOLDS = addMirrorImage(seam('M100 484c4-34 2-50-4-66', 'rgb(0 0 0/.13)'));
const body = (fill: string): string => shape(SHOULDERS, fill) + ARM_FOLDS;

/** Draws bare skin at the throat, cut as a V down to the given depth. */
const vNeck = (skin: string, depth: number): string => shape(`M158 340 200 ${depth} 242 340 228 326H172z`, skin);
const roundNeck = (skin: string): string => shape('M158 340c6 46 78 46 84 0l-14-14h-56z', skin);

const sailor: Outfit = ({ main, trim, detail }, { skin }) => ({
  over:
    body(main) +
    shape('M152 340 200 420 248 340 302 366 276 424 206 436H194L124 424 98 366z', trim) +
    seam('M112 370 134 414 196 426H204L266 414 288 370', detail) +
    vNeck(skin, 404) +
    bow({ x: 200, y: 424, radius: 26 }, `fill="${detail}"`),
});

const stageJacket: Outfit = ({ main, trim, detail }, { skin }) => ({
  over:
    body(main) +
    shape('M154 342 176 484H224L246 342 200 392z', '#fff') +
    vNeck(skin, 382) +
    addMirrorImage(shape('M156 338 128 358 144 408 128 416 186 484 196 474z', trim)) +
    addMirrorImage(seam('M156 340 130 360 144 408 130 416 186 482', 'rgb(0 0 0/.12)', 3)) +
    addMirrorImage(shape('M52 404q18-34 62-44l6 16q-42 10-60 40z', GOLD)) +
    addMirrorImage(seam('M60 424v16M74 412v16M90 402v16', GOLD, 5)) +
    star({ x: 268, y: 446, radius: 15 }, `fill="${detail}"`),
});

const ruffledBlouse: Outfit = ({ main, trim, detail }) => ({
  over:
    body(main) +
    shape('M154 352q6-22 14-26c18 14 46 14 64 0q8 4 14 26c-22 22-70 22-92 0z', main) +
    seam('M160 352q20 18 40 18t40-18', 'rgb(0 0 0/.15)', 3) +
    shape('M178 376q-14 18-8 36-12 20-2 40l-4 32h72l-4-32q10-20-2-40 6-18-8-36z', '#fff') +
    seam('M172 414q28 10 56 0M168 454q32 10 64 0', 'rgb(0 0 0/.12)', 3) +
    bow({ x: 200, y: 376, radius: 28 }, `fill="${trim}"`) +
    `<circle cx="200" cy="376" r="8" fill="${detail}"/>`,
});

const hoodie: Outfit = ({ main, trim, detail }, { skin }) => ({
  behind:
    shape('M112 358C112 296 144 276 200 276s88 20 88 82c-20 26-156 26-176 0z', main) +
    shape('M136 352c0-40 24-54 64-54s64 14 64 54z', 'rgb(0 0 0/.22)'),
  over:
    body(main) +
    roundNeck(skin) +
    shape('M152 330c-22 8-36 18-38 36 20 34 152 34 172 0-2-18-16-28-38-36 6 40-102 40-96 0z', main) +
    seam('M116 368c24 30 144 30 168 0', 'rgb(0 0 0/.14)') +
    seam('M178 388v44M222 388v36', trim, 6) +
    star({ x: 200, y: 454, radius: 20 }, `fill="${detail}"`),
});

const turtleneck: Outfit = ({ main, detail }) => ({
  over:
    body(main) +
    shape('M164 312c22 14 50 14 72 0l6 36c-22 18-62 18-84 0z', main) +
    seam('M163 322c22 14 52 14 74 0M161 346c22 16 56 16 78 0', 'rgb(0 0 0/.13)') +
    seam('M146 352q54 92 108 0', GOLD, 3.5) +
    heart({ x: 200, y: 408, radius: 13 }, `fill="${detail}"`),
});

const offShoulder: Outfit = ({ main, trim, detail }, { skin, shade }) => ({
  over:
    shape(SHOULDERS, skin) +
    seam('M160 366q16 8 30 8M240 366q-16 8-30 8', shade) +
    shape('M30 484c2-30 8-48 18-56 74 20 230 20 304 0 10 8 16 26 18 56z', main) +
    shape(
      'M42 400c18 14 28 8 42 20 16 12 32 4 48 14 20 10 30 0 46 6 16 4 28 4 44 0 16-6 26 4 46-6 16-10 32-2 ' +
        '48-14 14-12 24-6 42-20l10 26c-60 40-276 40-336 0z',
      trim,
    ) +
    `<path d="M164 318c22 14 50 14 72 0v13c-22 14-50 14-72 0z" fill="${detail}"/>` +
    `<circle cx="200" cy="338" r="7" fill="${GOLD}"/>`,
});

const varsityJacket: Outfit = ({ main, trim, detail }, { skin }) => ({
  over:
    body(trim) +
    shape('M112 364 156 344 200 380 244 344 288 364 296 484H104z', main) +
    shape('M162 346 178 484H222L238 346 200 372z', '#fff') +
    roundNeck(skin) +
    addMirrorImage(shape('M162 334c-14 8-20 14-22 22l42 128h14z', detail)) +
    seam('M148 360 188 480M252 360 212 480', 'rgb(255 255 255/.5)', 3) +
    star({ x: 268, y: 432, radius: 16 }, `fill="${detail}"`),
});

const shirtAndTie: Outfit = ({ main, onWhite }, { skin }) => ({
  over:
    body('#fff') +
    shape('M118 362 150 350 200 450 250 350 282 362 290 484H110z', main) +
    vNeck(skin, 362) +
    addMirrorImage(
      shape('M160 328 140 350 176 392 198 358z', '#fff') + seam('M160 330 142 350 176 390', 'rgb(0 0 0/.1)', 3),
    ) +
    shape('M186 362H214L220 380 210 388 222 484H178L190 388 180 380z', onWhite) +
    seam('M187 430 215 416M184 460 218 444', 'rgb(255 255 255/.6)', 6),
});

const crossCollar: Outfit = ({ main, trim, detail }, { skin }) => ({
  over:
    body(main) +
    vNeck(skin, 392) +
    shape('M228 326 250 344 160 484H120z', trim) +
    shape('M172 326 150 344 232 484H280L206 372z', trim) +
    seam('M160 344 246 484', 'rgb(255 255 255/.65)') +
    addMirrorImage(`<circle cx="92" cy="404" r="14" fill="${detail}"/><circle cx="92" cy="404" r="5" fill="#fff"/>`),
});

const overalls: Outfit = ({ main, trim, detail }, { skin }) => ({
  over:
    body('#fff') +
    seam('M84 398q116 40 232 0M62 430q138 44 276 0', trim, 9) +
    roundNeck(skin) +
    shape('M132 420H268L282 484H118z', main) +
    addMirrorImage(
      shape('M112 364 136 354 160 436 136 440z', main) + `<circle cx="147" cy="434" r="9" fill="${detail}"/>`,
    ) +
    seam('M172 446H228V484', 'rgb(255 255 255/.4)'),
});

const capelet: Outfit = ({ main, trim, detail }) => ({
  over:
    body(trim) +
    shape(
      'M148 340c-60 14-92 44-104 96 48 26 110 30 156 12 46 18 108 14 156-12-12-52-44-82-104-96-20 20-84 20-104 0z',
      main,
    ) +
    seam('M50 426c48 24 104 26 150 8 46 18 102 16 150-8', detail, 5) +
    shape('M160 346q4-14 10-20c18 14 42 14 60 0q6 6 10 20c-22 18-58 18-80 0z', '#fff') +
    bow({ x: 200, y: 370, radius: 22 }, `fill="${detail}"`),
});

const OUTFITS: readonly [Outfit, ...Outfit[]] = [
  sailor,
  stageJacket,
  ruffledBlouse,
  hoodie,
  turtleneck,
  offShoulder,
  varsityJacket,
  shirtAndTie,
  crossCollar,
  overalls,
  capelet,
];

/** Draws the neck, the clothes and the shadow that the chin throws; in two layers around the neck. */
export function drawOutfit(
  random: SeededRandom,
  complexion: Complexion,
  light: StageLight,
): { behind: string; over: string } {
  const cloths: readonly [Cloth, ...Cloth[]] = [
    { main: '#ffffff', trim: light.accent, detail: GOLD, onWhite: light.accent },
    { main: '#fff6ea', trim: light.deep, detail: light.bottom, onWhite: light.deep },
    { main: light.deep, trim: light.soft, detail: GOLD, onWhite: light.accent },
    { main: '#2a2540', trim: light.bottom, detail: '#ffffff', onWhite: light.accent },
    { main: light.accent, trim: '#ffffff', detail: light.soft, onWhite: light.deep },
    { main: light.soft, trim: light.accent, detail: '#ffffff', onWhite: light.accent },
  ];
  const { behind = '', over } = random.pick(OUTFITS)(random.pick(cloths), complexion);
  const neck =
    shape('M168 276h64v58c-14 20-50 20-64 0z', complexion.skin) +
    shape('M168 292h64v26q-32 28-64 2z', complexion.shade);
  return { behind, over: neck + over };
}
