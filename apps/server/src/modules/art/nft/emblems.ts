import { GOLD, type StageLight } from '../palette.ts';

type Emblem = (metal: string, light: StageLight) => string;

const filled = (metal: string, path: string): string => `<path d="${path}" fill="${metal}"/>`;
const fine = (path: string): string => `<path d="${path}" fill="none" stroke-width="3" opacity=".7"/>`;

const lightstick: Emblem = (metal, { soft, deep }) =>
  `<path d="M-13 30h26l-5 92h-16z" fill="${deep}"/><circle cy="-22" r="60" fill="${metal}"/>` +
  `<path d="M0-58 10-32 38-31 16-14 24 13 0-3-24 13-16-14-38-31-10-32z" fill="${GOLD}" stroke-width="3"/>` +
  `<path d="M-40-58a54 54 0 0 1 24-15" fill="none" stroke="${soft}"/>`;

const microphone: Emblem = (metal, { deep }) =>
  filled(metal, 'M0-108c24 0 38 18 38 40v34c0 22-14 40-38 40s-38-18-38-40v-34c0-22 14-40 38-40z') +
  fine('M-38-72H38M-38-50H38M-38-28H38') +
  `<path d="M-58-36v6c0 34 24 56 58 56s58-22 58-56v-6M0 26v50M-34 78H34" fill="none" stroke="${deep}" stroke-width="15"/>` +
  '<path d="M-58-36v6c0 34 24 56 58 56s58-22 58-56v-6M0 26v50M-34 78H34" fill="none"/>';

const star: Emblem = (metal) =>
  filled(metal, 'M0-104 30-36 104-30 48 20 66 92 0 54-66 92-48 20-104-30-30-36z') +
  fine('M0-60 18-18 62-14 29 14 39 56 0 34-39 56-29 14-62-14-18-18z');

const moon: Emblem = (metal) =>
  filled(metal, 'M26-96A100 100 0 1 0 96 44 80 80 0 1 1 26-96z') +
  `<path d="M58-66 66-44 88-42 71-28 76-6 58-18 40-6 45-28 28-42 50-44z" fill="${GOLD}" stroke-width="3"/>`;

const heart: Emblem = (metal) =>
  filled(metal, 'M0 92C-150-10-72-116 0-50 72-116 150-10 0 92z') + fine('M0 58C-96-8-48-78 0-32 48-78 96-8 0 58z');

const crown: Emblem = (metal) =>
  filled(metal, 'M-96 62-110-46-54-2 0-92 54-2 110-46 96 62z') +
  `<circle cx="-110" cy="-52" r="12" fill="${GOLD}"/><circle cy="-98" r="13" fill="${GOLD}"/><circle cx="110" cy="-52" r="12" fill="${GOLD}"/>` +
  fine('M-84 38H84');

const record: Emblem = (metal, { deep, bottom }) =>
  `<circle r="102" fill="${deep}"/><circle r="84" fill="none" stroke="${bottom}" stroke-width="2"/><circle r="68" fill="none" stroke="${bottom}" stroke-width="2"/><circle r="52" fill="none" stroke="${bottom}" stroke-width="2"/><circle r="36" fill="${metal}"/><circle r="7" fill="${deep}"/>`;

const note: Emblem = (metal) => filled(metal, 'M-30 74a34 26 0 1 1-18-46V-84L78-104V48a34 26 0 1 1-22-46V-56l-86 14z');

/** What an edition can be of, each drawn around its own middle and as large as a hand. */
export const EMBLEMS: readonly [Emblem, ...Emblem[]] = [lightstick, microphone, star, moon, heart, crown, record, note];
