import { hashText, randomFromSeed } from '#/random-from-seed.ts';
import { motifSeed, stageLight } from '../stage-light.ts';
import { drawCrowd } from './crowd.ts';
import { drawNightSky } from './night-sky.ts';
import { drawBeams, drawPerformers, drawStage } from './stage.ts';

/** The cover that belongs to a seed: a concert seen from the last row, a standalone SVG of 600 × 400 units. */
export function drawCover(seed: string): string {
  const light = stageLight(seed);
  const id = `c${hashText(seed).toString(36)}`;
  const random = (topic: string) => randomFromSeed(motifSeed(seed), topic);
  const sky = drawNightSky(random('sky'), light, id);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" stroke-linecap="round" stroke-linejoin="round"><defs>${sky.defs}</defs>` +
    sky.drawing +
    drawStage(random('stage'), light) +
    drawBeams(random('beams'), light) +
    drawPerformers(random('performers')) +
    drawCrowd(random('crowd'), light) +
    '</svg>'
  );
}
