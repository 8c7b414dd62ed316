import { hashText, randomFromSeed } from '#/random-from-seed.ts';
import { GOLD, type StageLight } from '../palette.ts';
import { coordinate, twinkleOutline } from '../shapes.ts';
import { motifSeed, stageLight } from '../stage-light.ts';
import { EMBLEMS } from './emblems.ts';
import { drawHalo } from './halo.ts';

/** The picture of an NFT edition that belongs to a seed: an emblem in its light, a standalone SVG of 400 × 500 units. */
export function drawNft(seed: string): string {
  const light = stageLight(seed);
  const id = `n${hashText(seed).toString(36)}`;
  const random = (topic: string) => randomFromSeed(motifSeed(seed), topic);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" stroke-linecap="round" stroke-linejoin="round"><defs>${paints(light, id)}</defs>` +
    `<path d="M0 0h400v500H0z" fill="url(#${id}b)"/>` +
    drawHalo(random('halo'), light) +
    `<circle cx="200" cy="225" r="150" fill="url(#${id}g)"/>` +
    drawSparks(random('sparks')) +
    `<g transform="translate(200 225) rotate(${coordinate(random('turn').between(-12, 12))})" stroke="#fff" stroke-width="5">` +
    random('emblem').pick(EMBLEMS)(`url(#${id}e)`, light) +
    '</g>' +
    drawCrowdLine(random('crowd'), light) +
    `<path d="M14 14h372v472H14z" fill="none" stroke="url(#${id}f)" stroke-width="3"/></svg>`
  );
}

/** The night behind, the glow, the metal of the emblem and the foil of the frame. */
function paints(light: StageLight, id: string): string {
  return (
    `<linearGradient id="${id}b" x1="0" y1="0" x2=".4" y2="1"><stop stop-color="#150d28"/><stop offset=".6" stop-color="${light.deep}"/><stop offset="1" stop-color="${light.accent}"/></linearGradient>` +
    `<radialGradient id="${id}g"><stop stop-color="${light.soft}" stop-opacity=".9"/><stop offset=".5" stop-color="${light.bottom}" stop-opacity=".45"/><stop offset="1" stop-color="${light.bottom}" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="${id}e" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff"/><stop offset=".45" stop-color="${light.top}"/><stop offset="1" stop-color="${light.accent}"/></linearGradient>` +
    `<linearGradient id="${id}f" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${light.top}"/><stop offset=".3" stop-color="#fff"/><stop offset=".55" stop-color="${GOLD}"/><stop offset="1" stop-color="${light.bottom}"/></linearGradient>`
  );
}

function drawSparks(random: ReturnType<typeof randomFromSeed>): string {
  let sparks = '';
  for (let count = 0; count < 14; count++) {
    sparks += twinkleOutline(random.between(34, 366), random.between(34, 400), random.between(3, 13));
  }
  return `<path d="${sparks}" fill="#fff" opacity=".85"/>`;
}

/** Lightsticks along the lower edge, as seen from the stage. */
function drawCrowdLine(random: ReturnType<typeof randomFromSeed>, light: StageLight): string {
  let sticks = '';
  for (let x = 24; x < 390; x += 22) {
    const top = random.between(408, 452);
    sticks += `M${x} 486L${coordinate(x + random.between(-9, 9))} ${coordinate(top)}`;
  }
  return `<path d="${sticks}" stroke="${light.bottom}" stroke-width="9" opacity=".5"/><path d="${sticks}" stroke="${light.soft}" stroke-width="3.5"/>`;
}
