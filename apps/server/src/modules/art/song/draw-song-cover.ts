import { hashText, randomFromSeed } from '#/lib/random-from-seed.ts';
import { motifSeed, type StageLight, STAGE_LIGHTS, stageLight } from '../drawing.ts';
import { type Inks, SONG_MOTIFS } from './song-motifs.ts';

/** Draws the sleeve of a song that belongs to a seed: one bold motif in few inks, a standalone SVG of 600 × 400 units. */
export function drawSongCover(seed: string): string {
  const id = `s${hashText(seed).toString(36)}`;
  const random = (topic: string) => randomFromSeed(motifSeed(seed), topic);
  const light = stageLight(seed);
  const [inks, from, to] = random('inks').pick(PRINTS)(light, random('guest').pick(STAGE_LIGHTS));
  const mirror = random('mirror').chance(0.5) ? ' transform="matrix(-1 0 0 1 600 0)"' : '';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" stroke-linecap="round" ' +
    'stroke-linejoin="round"><defs>' +
    `<linearGradient id="${id}" x2=".3" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>` +
    `</linearGradient></defs><path d="M0 0h600v400H0z" fill="url(#${id})"/>` +
    `<g${mirror}>${SONG_MOTIFS[songMotif(seed)]?.(inks, random('details')) ?? ''}</g></svg>`
  );
}

/** Returns which of the motifs a seed has. */
export function songMotif(seed: string): number {
  return Math.floor(randomFromSeed(motifSeed(seed), 'song').next() * SONG_MOTIFS.length);
}

type Print = (light: StageLight, guest: StageLight) => readonly [Inks, from: string, to: string];

/** How a sleeve is printed: by night, on bright paper, or in full colour. */
const PRINTS: readonly [Print, ...Print[]] = [
  ({ top, bottom, deep }, guest) => [
    { bright: top, strong: bottom, guest: guest.top, dark: '#150d28', paper: '#fff' },
    '#1b1133',
    deep,
  ],
  ({ soft, top, bottom, accent, deep }, guest) => [
    { bright: bottom, strong: accent, guest: guest.bottom, dark: deep, paper: '#fff' },
    soft,
    top,
  ],
  ({ soft, top, bottom, accent, deep }, guest) => [
    { bright: soft, strong: top, guest: guest.soft, dark: deep, paper: '#fff' },
    bottom,
    accent,
  ],
];
