import { type Complexion, GOLD, type StageLight, addMirrorImage, bow, star } from '../drawing.ts';
import type { SeededRandom } from '#/lib/random-from-seed.ts';

/** The colours of an outfit: the main cloth, the trim, details, and the layer over a white shirt. */
type Cloth = { main: string; trim: string; detail: string; onWhite: string };

/** The clothes in front of the neck; the sleeves are of the main cloth and end in the trim unless it says otherwise. */
type Outfit = (cloth: Cloth, complexion: Complexion) => { over: string; sleeve?: string; cuff?: string };

const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const seam = (d: string, colour: string, width = 4): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

/** Shoulders and chest, closed at the neck; necklines are laid over it, so no two pieces share an outer edge. */
const SHOULDERS = 'M36 484C40 402 78 368 152 346l20-10c16 14 40 14 56 0l20 10c74 22 112 56 116 138z';
const ARM_FOLDS = seam('M100 484c4-34 2-50-4-66M300 484c-4-34-2-50 4-66', 'rgb(0 0 0/.13)');
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
    addMirrorImage(
      shape('M156 338 128 358 144 408 128 416 186 484 196 474z', trim) +
        seam('M156 340 130 360 144 408 130 416 186 482', 'rgb(0 0 0/.12)', 3) +
        shape('M52 404q18-34 62-44l6 16q-42 10-60 40z', GOLD) +
        seam('M60 424v16M74 412v16M90 402v16', GOLD, 5),
    ) +
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
  sleeve: skin,
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
  sleeve: trim,
  cuff: main,
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
  sleeve: '#fff',
  cuff: onWhite,
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
  sleeve: trim,
  cuff: main,
});

/** A marching band's jacket: a stiff collar, and rows of gold braid. */
const bandJacket: Outfit = ({ main, trim, detail }) => ({
  over:
    body(main) +
    shape('M156 326c26 18 62 18 88 0l6 30c-26 20-74 20-100 0z', trim) +
    seam('M153 346c26 18 68 18 94 0', GOLD, 5) +
    seam('M200 370V484', 'rgb(0 0 0/.16)') +
    seam('M136 392q64 20 128 0M134 424q66 20 132 0M136 456q64 20 128 0', GOLD, 7) +
    addMirrorImage(
      shape('M46 412q12-46 72-60l12 18q-50 14-66 52z', GOLD) +
        seam('M54 420v18M70 410v18M86 400v18M102 390v18', GOLD, 6) +
        `<circle cx="150" cy="396" r="7" fill="${detail}"/><circle cx="150" cy="428" r="7" fill="${detail}"/>`,
    ),
  cuff: GOLD,
});

/** A dress of sequins with thin straps; the arms are bare below its gloves. */
const sequinDress: Outfit = ({ main, trim, detail }, { skin, shade }) => ({
  over:
    shape(SHOULDERS, skin) +
    seam('M156 366q18 10 34 10M244 366q-18 10-34 10', shade) +
    seam('M128 352 134 430M272 352 266 430', trim, 9) +
    seam('M100 484c4-34 2-50-4-66M300 484c-4-34-2-50 4-66', shade) +
    shape('M108 484c2-34 8-54 20-66 26-6 46 2 72 24 26-22 46-30 72-24 12 12 18 32 20 66z', main) +
    seam('M128 420c26-6 46 2 72 24 26-22 46-30 72-24', trim, 6) +
    `<path d="M132 446h.1M158 440h.1M184 456h.1M216 456h.1M242 440h.1M268 446h.1M145 464h.1M171 470h.1M200 474h.1` +
    `M229 470h.1M255 464h.1" stroke="${detail}" stroke-width="9"/>` +
    `<path d="M165 318c22 14 48 14 70 0v10c-22 14-48 14-70 0z" fill="${trim}"/>` +
    star({ x: 200, y: 340, radius: 11 }, `fill="${GOLD}"`),
  sleeve: skin,
});

/** Cloth gathered at one shoulder by a brooch, with a sash of stars. */
const oneShoulder: Outfit = ({ main, trim, detail }, { skin, shade }) => ({
  over:
    shape(SHOULDERS, skin) +
    seam('M156 366q18 10 34 10', shade) +
    shape('M36 484c1-16 4-32 10-46 60 12 132-10 190-94l12 2c74 22 112 56 116 138z', main) +
    seam('M46 440c60 12 132-10 190-94M92 484c84-10 138-66 158-130M166 484c62-24 92-70 100-120', 'rgb(0 0 0/.12)') +
    shape('M240 338c30-2 60 10 84 34-20 14-58 12-90-16z', trim) +
    star({ x: 246, y: 356, radius: 20, turnDegrees: 12 }, `fill="${GOLD}"`) +
    `<circle cx="246" cy="355" r="6" fill="${detail}"/>`,
  sleeve: skin,
  cuff: trim,
});

/** A short jacket with wide shoulders over a top with a star. */
const bolero: Outfit = ({ main, trim, detail }, { skin }) => ({
  over:
    body(trim) +
    roundNeck(skin) +
    star({ x: 200, y: 432, radius: 34 }, `fill="${detail}"`) +
    addMirrorImage(
      shape('M150 344C78 352 34 392 30 484h84c20-30 34-80 40-128z', main) +
        seam('M154 354c-6 50-20 98-40 130', GOLD, 6) +
        seam('M58 428v.1M80 400v.1M84 440v.1M106 412v.1M66 464v.1', detail, 7),
    ),
  cuff: GOLD,
});

const OUTFITS: readonly [Outfit, ...Outfit[]] = [
  sailor,
  stageJacket,
  ruffledBlouse,
  bandJacket,
  sequinDress,
  offShoulder,
  varsityJacket,
  shirtAndTie,
  crossCollar,
  oneShoulder,
  bolero,
  capelet,
];

/** What the drawing of an outfit gives to the rest: its layer in front of the neck, and the paint of the sleeves. */
type Dressed = { over: string; sleeve: string; cuff: string };

/** Draws the neck, the clothes with the light on their shoulders, and the shadow that the chin throws. */
export function drawOutfit(random: SeededRandom, complexion: Complexion, light: StageLight): Dressed {
  const cloths: readonly [Cloth, ...Cloth[]] = [
    { main: '#ffffff', trim: light.accent, detail: GOLD, onWhite: light.accent },
    { main: '#fff6ea', trim: light.deep, detail: light.bottom, onWhite: light.deep },
    { main: light.deep, trim: light.soft, detail: GOLD, onWhite: light.accent },
    { main: '#2a2540', trim: light.bottom, detail: '#ffffff', onWhite: light.accent },
    { main: light.accent, trim: '#ffffff', detail: light.soft, onWhite: light.deep },
    { main: light.soft, trim: light.accent, detail: '#ffffff', onWhite: light.accent },
  ];
  const outfit = random.pick(OUTFITS);
  const cloth = random.pick(cloths);
  const { over, sleeve = cloth.main, cuff = cloth.trim } = outfit(cloth, complexion);
  const neck =
    shape('M168 276h64v58c-14 20-50 20-64 0z', complexion.skin) +
    shape('M168 292h64v26q-32 28-64 2z', complexion.shade);
  const rim = `<path d="${SHOULDERS}" transform="translate(7 -6)" fill="${light.top}"/>`;
  return { over: rim + neck + over, sleeve, cuff };
}
