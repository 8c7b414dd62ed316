import { randomFromSeed } from '#/lib/random-from-seed.ts';

/** A complexion: the skin, its shaded side, the colour of blushing cheeks and of lips. */
export type Complexion = { skin: string; shade: string; blush: string; lips: string };

/** Hair in three tones, from the shadow at the nape to the shine on top. */
export type HairColour = { deep: string; base: string; light: string };

/** What the light of a stage does to a picture: sky from top to bottom, the accent and its soft and deep neighbours. */
export type StageLight = { top: string; bottom: string; accent: string; soft: string; deep: string };

export const COMPLEXIONS: readonly [Complexion, ...Complexion[]] = [
  { skin: '#ffe7d9', shade: '#f5c8b4', blush: '#ff8f9c', lips: '#d4566b' },
  { skin: '#fddcc6', shade: '#f0b999', blush: '#ff8a8a', lips: '#cc4f5f' },
  { skin: '#f9d2b4', shade: '#e5aa83', blush: '#fb8378', lips: '#c24a55' },
  { skin: '#f0bf98', shade: '#d89a70', blush: '#f0766c', lips: '#b5434c' },
  { skin: '#dca277', shade: '#be7f55', blush: '#e0655b', lips: '#a33c44' },
  { skin: '#bd8259', shade: '#9b6340', blush: '#cf5a50', lips: '#8f3239' },
  { skin: '#8f5c3e', shade: '#71442b', blush: '#b54c48', lips: '#6e242d' },
];

export const HAIR_COLOURS: readonly [HairColour, ...HairColour[]] = [
  { deep: '#17131f', base: '#2a2436', light: '#5d5274' },
  { deep: '#1c1a2e', base: '#2f3150', light: '#6a70a6' },
  { deep: '#2a1a17', base: '#4a2f27', light: '#8a5c49' },
  { deep: '#45271a', base: '#74462e', light: '#b57a52' },
  { deep: '#6b3a1f', base: '#a8643a', light: '#e0a36c' },
  { deep: '#8f6430', base: '#d3a257', light: '#f8dc9c' },
  { deep: '#a98f74', base: '#e3cfb2', light: '#fff4df' },
  { deep: '#8a2f2b', base: '#c94f40', light: '#f69a7d' },
  { deep: '#a13a6b', base: '#e4719f', light: '#ffbcd4' },
  { deep: '#4d3a9c', base: '#8470dc', light: '#c2b4ff' },
  { deep: '#24528f', base: '#4a8cdb', light: '#a3d0ff' },
  { deep: '#1a6a69', base: '#38aca3', light: '#97e8d8' },
  { deep: '#6d7488', base: '#aab2c5', light: '#eef1f8' },
];

/** An iris from its upper half to the light at its lower edge. */
export type EyeColour = { base: string; light: string };

export const EYE_COLOURS: readonly [EyeColour, ...EyeColour[]] = [
  { base: '#6b4030', light: '#b98562' },
  { base: '#8a5a2e', light: '#d8a865' },
  { base: '#4a3f7c', light: '#9a8be0' },
  { base: '#2268a8', light: '#7cc4f0' },
  { base: '#2f7d5c', light: '#8ad9ac' },
  { base: '#8a3f86', light: '#dd93d8' },
  { base: '#a8581a', light: '#f2b45c' },
  { base: '#4c5768', light: '#a5b4c6' },
];

/** A seed ends in `-h0` … `-h9` to ask for one of these by its place; the order is part of the address. */
export const STAGE_LIGHTS: readonly [StageLight, ...StageLight[]] = [
  { top: '#ffc2da', bottom: '#f0679f', accent: '#d9296f', soft: '#ffe3ee', deep: '#8d1550' },
  { top: '#cdbcff', bottom: '#7c62ea', accent: '#5b3fd0', soft: '#ebe4ff', deep: '#35208c' },
  { top: '#a9dcff', bottom: '#4a8df0', accent: '#2165cf', soft: '#dcf0ff', deep: '#123d8a' },
  { top: '#a8f0d8', bottom: '#2fae9b', accent: '#0f8577', soft: '#d9faee', deep: '#07534d' },
  { top: '#ffe0a3', bottom: '#ff9a4d', accent: '#dd6412', soft: '#fff1d6', deep: '#8a3a06' },
  { top: '#ffc4b0', bottom: '#f4645c', accent: '#cc3340', soft: '#ffe6dd', deep: '#7f1626' },
  { top: '#f3c1ff', bottom: '#b25be0', accent: '#8e30c2', soft: '#f8e4ff', deep: '#561580' },
  { top: '#c9f0a4', bottom: '#67b54a', accent: '#3f8a2a', soft: '#e9fad8', deep: '#225414' },
  { top: '#b4ecf5', bottom: '#38a8c6', accent: '#137c9c', soft: '#dff7fb', deep: '#084d63' },
  { top: '#c8d0ee', bottom: '#6a76b8', accent: '#414d94', soft: '#e9edfa', deep: '#232c63' },
];

export const GOLD = '#ffce5c';
export const INK = '#2c2033';

/** The suffix of a seed that chooses the light, so that a whole team shares a colour: `mira-h3`. */
const HUE_SUFFIX = /-h(\d)$/;

/** Returns the seed without hue, which determines the motif. */
export function motifSeed(seed: string): string {
  return seed.replace(HUE_SUFFIX, '');
}

/** Returns the light of a seed: by its suffix, else random from the seed. */
export function stageLight(seed: string): StageLight {
  const asked = HUE_SUFFIX.exec(seed)?.[1];
  const light = asked === undefined ? undefined : STAGE_LIGHTS[Number(asked) % STAGE_LIGHTS.length];
  return light ?? randomFromSeed(seed, 'light').pick(STAGE_LIGHTS);
}

/** Writes a coordinate as SVG text, with one decimal at most to keep the file small. */
export function coordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The placing of a shape that is drawn around its own origin at a radius of 10. */
export type Placement = { x: number; y: number; radius: number; turnDegrees?: number };

/** Returns the transform that places a shape. */
export function placeShape({ x, y, radius, turnDegrees = 0 }: Placement): string {
  const turn = turnDegrees === 0 ? '' : ` rotate(${coordinate(turnDegrees)})`;
  const scale = Math.round(radius * 10) / 100;
  return `translate(${coordinate(x)} ${coordinate(y)})${turn} scale(${scale})`;
}

/** Outlines around the origin at a radius of 10: a soft star, a heart, a bow with its knot. */
export const OUTLINES = {
  star: 'M0-9 2.6-3.4 8.7-2.7 4.3 1.5 5.4 7.4 0 4.5-5.4 7.4-4.3 1.5-8.7-2.7-2.6-3.4z',
  heart: 'M0 9C-16-2-7-12 0-5 7-12 16-2 0 9z',
  bow: 'M0-2C4-9 13-9 13-6V6C13 9 4 8 0 2-4 8-13 9-13 6V-6C-13-9-4-9 0-2zM-3-3h6v6h-6z',
} as const;

const drawOutline =
  (outline: keyof typeof OUTLINES) =>
  (placing: Placement, attributes = ''): string =>
    `<path transform="${placeShape(placing)}" d="${OUTLINES[outline]}"${attributes && ` ${attributes}`}/>`;

/** Shapes in their place; `attributes` carries their paint. */
export const star = drawOutline('star');
export const heart = drawOutline('heart');
export const bow = drawOutline('bow');

/** Returns the outline of a four-pointed twinkle in the picture's own space, so that many fit into one path. */
export function twinkleOutline(x: number, y: number, radius: number): string {
  const near = coordinate(radius * 0.15);
  const far = coordinate(radius * 0.85);
  const tip = coordinate(radius);
  return (
    `M${coordinate(x)} ${coordinate(y - radius)}q${near} ${far} ${tip} ${tip}-${far} ${near}-${tip} ` +
    `${tip}-${near}-${far}-${tip}-${tip} ${far}-${near} ${tip}-${tip}z`
  );
}

/** The attribute that mirrors a drawing on the portrait's middle line. */
export const MIRROR = 'transform="matrix(-1 0 0 1 400 0)"';

/** Returns a drawing and its mirror image. */
export function addMirrorImage(drawing: string): string {
  return `${drawing}<g ${MIRROR}>${drawing}</g>`;
}
