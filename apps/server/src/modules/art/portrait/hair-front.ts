/** Fringes, each one closed path from temple to temple over the crown; asymmetric ones may be mirrored. */
const sideSwept = 'M104 236C90 124 136 72 200 72s110 52 96 164c-4-34-12-58-26-76-20 20-72 40-130 40-16 6-30 18-36 36z';
const blunt = 'M104 240C92 122 138 72 200 72s108 50 96 168c-4-18-8-32-14-44-26 8-138 8-164 0-6 12-10 26-14 44z';
const curtain =
  'M104 250C90 124 138 72 200 72s110 52 96 178c-4-32-14-56-34-72-26-10-48-26-62-48-14 22-36 38-62 48-20 16-30 40-34 72z';
const wispy =
  'M104 240C92 122 138 72 200 72s108 50 96 168c-4-22-10-38-20-52-4 8-10 14-18 18 0-8-2-14-6-20-8 8-16 14-26 16 0-8-2-14-6-20-8 10-18 16-30 18 0-8-2-12-4-16-8 8-16 12-26 12 0-4 0-8-2-10-12 12-20 26-24 54z';
const choppy =
  'M102 230C88 118 138 68 200 68s112 50 98 162c-4-20-10-34-18-46l-8 26c-10-10-18-22-22-36-6 16-16 30-30 38 0-12-2-22-6-32-12 16-30 28-50 32 4-8 6-14 6-22-12 6-24 16-32 28l-6-18c-14 14-26 38-30 68z';
const sweptBack = 'M104 226C94 122 140 72 200 72s106 50 96 154c-8-40-26-66-56-80-24-6-56-6-80 0-30 14-48 40-56 80z';
const heartLine =
  'M104 240C92 122 138 72 200 72s108 50 96 168c-4-34-14-54-32-66-22 0-46-8-64-28-18 20-42 28-64 28-18 12-28 32-32 66z';
const princess =
  'M102 290C84 120 138 70 200 70s116 50 98 220c-12-2-22-8-30-16 8-28 10-54 6-82-26 10-122 10-148 0-4 28-2 54 6 82-8 8-18 14-30 16z';
const onePeek =
  'M104 238C90 122 136 72 200 72s110 50 98 176c-2 8-8 12-14 12 2-30-6-58-22-80-10-12-30-24-52-28 8 10 12 22 10 36-30-4-72 8-96 22-10 8-16 16-20 28z';
const tousled =
  'M100 226C86 150 112 100 150 86c-4-10 2-18 10-22 4 8 10 12 18 12 28-10 66-4 88 16 28 26 44 72 34 134-4-18-8-30-16-42-2 12-8 20-16 26 0-14-4-26-12-36-10 14-24 22-40 26 4-10 4-18 0-28-20 16-46 24-74 24-8 4-14 10-18 16-2-6-2-12 0-18-14 8-20 18-24 32z';

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

export type HairFront = { fringe: string; sideLock: string; isMirrored: boolean };

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
