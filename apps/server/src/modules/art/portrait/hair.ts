import { addMirrorImage } from '#/modules/art/drawing.ts';

/** Fringes, each one closed path from temple to temple over the crown; asymmetric ones may be mirrored. */
const sideSwept = 'M104 236C90 124 136 72 200 72s110 52 96 164c-4-34-12-58-26-76-20 20-72 40-130 40-16 6-30 18-36 36z';
const blunt = 'M104 240C92 122 138 72 200 72s108 50 96 168c-4-18-8-32-14-44-26 8-138 8-164 0-6 12-10 26-14 44z';
const curtain =
  'M104 250C90 124 138 72 200 72s110 52 96 178c-4-32-14-56-34-72-26-10-48-26-62-48-14 22-36 38-62 48-20 ' +
  '16-30 40-34 72z';
const wispy =
  'M104 240C92 122 138 72 200 72s108 50 96 168c-4-22-10-38-20-52-4 8-10 14-18 18 0-8-2-14-6-20-8 8-16 14-26 ' +
  '16 0-8-2-14-6-20-8 10-18 16-30 18 0-8-2-12-4-16-8 8-16 12-26 12 0-4 0-8-2-10-12 12-20 26-24 54z';
const choppy =
  'M102 230C88 118 138 68 200 68s112 50 98 162c-4-20-10-34-18-46l-8 26c-10-10-18-22-22-36-6 16-16 30-30 38 ' +
  '0-12-2-22-6-32-12 16-30 28-50 32 4-8 6-14 6-22-12 6-24 16-32 28l-6-18c-14 14-26 38-30 68z';
const sweptBack = 'M104 226C94 122 140 72 200 72s106 50 96 154c-8-40-26-66-56-80-24-6-56-6-80 0-30 14-48 40-56 80z';
const heartLine =
  'M104 240C92 122 138 72 200 72s108 50 96 168c-4-34-14-54-32-66-22 0-46-8-64-28-18 20-42 28-64 28-18 12-28 32-32 66z';
const princess =
  'M102 290C84 120 138 70 200 70s116 50 98 220c-12-2-22-8-30-16 8-28 10-54 ' +
  '6-82-26 10-122 10-148 0-4 28-2 54 6 82-8 8-18 14-30 16z';
const onePeek =
  'M104 238C90 122 136 72 200 72s110 50 98 176c-2 8-8 12-14 12 2-30-6-58-22-80-10-12-30-24-52-28 8 10 12 22 ' +
  '10 36-30-4-72 8-96 22-10 8-16 16-20 28z';
const tousled =
  'M100 226C86 150 112 100 150 86c-4-10 2-18 10-22 4 8 10 12 18 12 28-10 66-4 88 16 28 26 44 72 34 ' +
  '134-4-18-8-30-16-42-2 12-8 20-16 26 0-14-4-26-12-36-10 14-24 22-40 26 4-10 4-18 0-28-20 16-46 24-74 24-8 ' +
  '4-14 10-18 16-2-6-2-12 0-18-14 8-20 18-24 32z';

const FRINGES: readonly [string, ...string[]] = [
  sideSwept,
  blunt,
  curtain,
  wispy,
  choppy,
  sweptBack,
  heartLine,
  princess,
  onePeek,
  tousled,
];

/** Locks framing the face, drawn on one side and mirrored to the other. */
const SIDE_LOCKS: readonly [string, ...string[]] = [
  '',
  'M108 190c-12 40-14 84-4 124 12-26 20-66 18-112z',
  'M106 190c-16 60-18 124 2 184 18-44 24-108 16-170z',
  'M108 196c-14 20-20 44-16 70 4 14 16 14 18-2 4-22 10-40 16-58z',
];

type HairFront = { fringe: string; sideLock: string; isMirrored: boolean };

/** Fringes whose outline already frames the face would swallow a side lock, so they get none. */
const framesTheFace = new Set([princess, sweptBack]);

export function pickHairFront(random: {
  pick: <Choice>(choices: readonly [Choice, ...Choice[]]) => Choice;
  chance: (probability: number) => boolean;
}): HairFront {
  const fringe = random.pick(FRINGES);
  const sideLock = random.pick(SIDE_LOCKS);
  return { fringe, sideLock: framesTheFace.has(fringe) ? '' : sideLock, isMirrored: random.chance(0.5) };
}

/**
 * One way to wear hair. All drawings inherit their fill.
 *
 * `behind` lies behind the neck; `hanging` falls over a shoulder, in front of the clothes, and `hangingPair` over
 * both (drawn on the left, mirrored to the right); `ties` are painted in the accent colour of the picture.
 */
type HairStyle = { behind: string; hanging?: string; hangingPair?: string; ties?: string };

const path = (d: string): string => `<path d="${d}"/>`;

/** The head of hair that every tied style starts from: close to the skull, ending at the nape. */
const cap = path('M98 208C94 118 138 76 200 76s106 42 102 132c-1 32-8 58-24 78H122c-16-20-23-46-24-78z');

/** Draws overlapping beads that shrink towards the tip: a braid or a ringlet. */
function strand(beads: readonly (readonly [x: number, y: number, rx: number, ry: number, turn: number])[]): string {
  return beads
    .map(([x, y, rx, ry, turn]) => `<ellipse rx="${rx}" ry="${ry}" transform="translate(${x} ${y}) rotate(${turn})"/>`)
    .join('');
}

const longStraight: HairStyle = {
  behind: path(
    'M86 222C82 118 134 66 200 66s118 52 114 156c-2 66 6 116 16 170-38 26-222 26-260 0 10-54 18-104 16-170z',
  ),
};

const longWavy: HairStyle = {
  behind: path(
    'M84 216C78 114 134 66 200 66s122 48 116 150c-3 34 24 52 12 92-9 28 18 46 4 92-34 28-230 28-264 0-14-46 ' +
      '13-64 4-92-12-40 15-58 12-92z',
  ),
};

const bob: HairStyle = {
  behind: path('M90 214C88 116 136 70 200 70s112 46 110 144c-1 42 2 66-6 98-26 14-182 14-208 0-8-32-5-56-6-98z'),
};

const flippedLob: HairStyle = {
  behind: path(
    'M92 212C88 116 138 70 200 70s112 46 108 142c-1 54 4 86 38 108-28 ' +
      '22-60 18-82 0H136c-22 18-54 22-82 0 34-22 39-54 38-108z',
  ),
};

const highTwinTails: HairStyle = {
  behind:
    cap + addMirrorImage(path('M108 132C52 118 14 196 20 330c1 54 18 92 38 102 16 6 26-8 24-32-6-80 8-150 44-226z')),
  ties: addMirrorImage('<ellipse cx="110" cy="142" rx="11" ry="22" transform="rotate(38 110 142)"/>'),
};

const lowTwinTails: HairStyle = {
  behind: cap,
  hangingPair: path('M112 268C82 290 66 350 76 440c2 24 18 34 32 22 20-18 28-104 24-186z'),
  ties: addMirrorImage('<ellipse cx="118" cy="296" rx="20" ry="9" transform="rotate(-12 118 296)"/>'),
};

const twinBraids: HairStyle = {
  behind: cap,
  hangingPair: strand([
    [114, 292, 20, 17, -24],
    [106, 322, 21, 17, 24],
    [104, 352, 20, 17, -24],
    [100, 382, 19, 16, 24],
    [98, 410, 17, 15, -24],
    [94, 450, 13, 22, 4],
  ]),
  ties: addMirrorImage('<ellipse cx="96" cy="428" rx="13" ry="8"/>'),
};

const bunCurl = (x: number): string =>
  `<path d="M${x - 18} 84a20 18 0 1 1 30 18" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="5"/>`;

const spaceBuns: HairStyle = {
  behind:
    `${path('M94 212C92 116 138 74 200 74s108 42 106 138c-1 38-3 62-12 84H106c-9-22-11-46-12-84z')}<circle ` +
    `cx="110" cy="88" r="42"/><circle cx="290" cy="88" r="42"/>${bunCurl(110)}${bunCurl(290)}`,
  ties: addMirrorImage('<ellipse cx="134" cy="116" rx="9" ry="20" transform="rotate(42 134 116)"/>'),
};

const highPonytail: HairStyle = {
  behind:
    cap + path('M226 70c34-42 118-20 136 62 16 74-16 118-10 186 2 42-20 82-52 98 12-48-4-86 2-140 6-70-4-126-56-166z'),
  ties: '<ellipse cx="240" cy="84" rx="13" ry="25" transform="rotate(-50 240 84)"/>',
};

const sideTail: HairStyle = {
  behind: cap,
  hanging: path('M276 262c42 8 66 54 58 124-4 38 8 48 0 78-26 14-58 2-68-26-12-40 16-80 2-132z'),
  ties: '<ellipse cx="290" cy="298" rx="24" ry="10" transform="rotate(24 290 298)"/>',
};

const pixie: HairStyle = {
  behind: path(
    'M98 204C92 116 138 72 200 72s108 44 102 132c-1 32-10 56-26 76l-10-18-10 30H144l-10-30-10 18c-16-20-25-44-26-76z',
  ),
};

const wolfCut: HairStyle = {
  behind: path(
    'M90 206C84 112 138 66 200 66s116 46 110 140c-2 40 14 60 30 82l-30 2c4 20 16 34 28 48-22 6-42 2-58-8l-10 ' +
      '32H130l-10-32c-16 10-36 14-58 8 12-14 24-28 28-48l-30-2c16-22 32-42 30-82z',
  ),
};

const cloudCurls: HairStyle = {
  behind: [
    [200, 92, 58],
    [142, 106, 52],
    [258, 106, 52],
    [102, 152, 50],
    [298, 152, 50],
    [86, 210, 46],
    [314, 210, 46],
    [92, 266, 44],
    [308, 266, 44],
    [118, 308, 38],
    [282, 308, 38],
  ]
    .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
    .concat(path('M110 130h180v180H110z'))
    .join(''),
};

const ringlets: HairStyle = {
  behind: cap,
  hangingPair: strand([
    [98, 244, 27, 17, -14],
    [92, 274, 29, 18, -14],
    [88, 306, 28, 18, -14],
    [86, 337, 25, 17, -14],
    [84, 366, 21, 15, -14],
    [84, 392, 16, 13, -14],
    [86, 414, 10, 11, -14],
  ]),
  ties: addMirrorImage('<circle cx="102" cy="222" r="11"/>'),
};

const topKnot: HairStyle = {
  behind:
    '<circle cx="200" cy="58" r="40"/>' +
    '<path d="M180 52a22 20 0 1 1 34 16" fill="none" stroke="#000" stroke-opacity=".16" ' +
    `stroke-width="5"/>${longStraight.behind}`,
  ties: '<ellipse cx="200" cy="86" rx="26" ry="9"/>',
};

const shortCrop: HairStyle = {
  behind: path('M102 200C98 116 142 76 200 76s102 40 98 124c-1 30-8 52-20 68H122c-12-16-19-38-20-68z'),
};

export const HAIR_STYLES: readonly [HairStyle, ...HairStyle[]] = [
  longStraight,
  longWavy,
  bob,
  flippedLob,
  highTwinTails,
  lowTwinTails,
  twinBraids,
  spaceBuns,
  highPonytail,
  sideTail,
  pixie,
  wolfCut,
  cloudCurls,
  ringlets,
  topKnot,
  shortCrop,
];
