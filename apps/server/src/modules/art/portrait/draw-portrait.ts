import { COMPLEXIONS, EYE_COLOURS, HAIR_COLOURS, type HairColour } from '../palette.ts';
import { hashText, randomFromSeed } from '#/random-from-seed.ts';
import { MIRROR } from '../shapes.ts';
import { motifSeed, stageLight } from '../stage-light.ts';
import { drawAccessories } from './accessory.ts';
import { drawBackground, drawTwinkles } from './background.ts';
import { drawEyes } from './eyes.ts';
import { drawFace } from './face.ts';
import { drawOutfit } from './outfit.ts';
import { HAIR_STYLES } from './hair-back.ts';
import { pickHairFront } from './hair-front.ts';

/**
 * The portrait that belongs to a seed: a standalone SVG of 400 × 480 units, the face around (200, 215).
 *
 * The person depends on the seed without its hue suffix; the light and the trim of the clothes depend on that
 * suffix. Every id in the drawing carries a prefix made from the seed, so
 * that several portraits can stand inline in one page.
 */
export function drawPortrait(seed: string): string {
  const person = motifSeed(seed);
  const light = stageLight(seed);
  const id = `p${hashText(seed).toString(36)}`;
  const random = (topic: string) => randomFromSeed(person, topic);

  const complexion = random('skin').pick(COMPLEXIONS);
  const hair = random('hair colour').pick(HAIR_COLOURS);
  const style = random('hair').pick(HAIR_STYLES);
  const front = pickHairFront(random('fringe'));
  const background = drawBackground(random('background'), light, id);
  const outfit = drawOutfit(random('outfit'), complexion, light);
  const face = drawFace(random('face'), complexion, id);
  const eyes = drawEyes(random('eyes'), { eye: random('eye colour').pick(EYE_COLOURS), brow: hair.base, id });
  const worn = drawAccessories(random('accessory'), light);

  const turn = front.isMirrored ? ` ${MIRROR}` : '';
  const pair = `${style.hangingPair ?? ''}${front.sideLock === '' ? '' : `<path d="${front.sideLock}"/>`}`;
  const hanging = pair === '' ? '' : `<g id="${id}l">${pair}</g><use href="#${id}l" ${MIRROR}/>`;
  const ties = style.ties === undefined ? '' : `<g fill="${light.accent}">${style.ties}</g>`;
  const defs =
    background.defs +
    hairDefs(hair, id) +
    face.defs +
    eyes.defs +
    `<path id="${id}b" d="${front.fringe}"${turn}/><clipPath id="${id}c"><use href="#${id}b"/></clipPath>`;

  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 480" stroke-linecap="round" stroke-linejoin="round"><defs>${defs}</defs>${background.drawing}` +
    outfit.behind +
    `<g fill="url(#${id}k)">${style.behind}</g>` +
    outfit.over +
    face.drawing +
    `<g clip-path="url(#${id}f)"><use href="#${id}b" y="12" fill="${complexion.shade}" opacity=".75"/></g>` +
    eyes.drawing +
    worn.glasses +
    worn.earrings +
    `<g fill="${hair.base}">${style.hanging ?? ''}${hanging}<use href="#${id}b"/></g>` +
    shine(hair, id) +
    ties +
    worn.headwear +
    drawTwinkles(random('twinkles')) +
    '</svg>'
  );
}

/** Back hair darkens towards its ends, in the picture's own space, so that its pieces meet without a seam. */
function hairDefs(hair: HairColour, id: string): string {
  return `<linearGradient id="${id}k" gradientUnits="userSpaceOnUse" x1="0" y1="160" x2="0" y2="420"><stop stop-color="${hair.base}"/><stop offset="1" stop-color="${hair.deep}"/></linearGradient>`;
}

/** The broken ring of light on a fringe, clipped to it. */
function shine(hair: HairColour, id: string): string {
  return `<g clip-path="url(#${id}c)"><path d="M112 162C124 118 158 104 200 104s76 14 88 58" fill="none" stroke="${hair.light}" stroke-width="13" stroke-dasharray="58 22 8 24 96 22 10 90" opacity=".6"/></g>`;
}
