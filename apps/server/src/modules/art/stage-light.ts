import { STAGE_LIGHTS, type StageLight } from './palette.ts';
import { randomFromSeed } from '#/random-from-seed.ts';

/** The suffix of a seed that chooses the light, so that a whole team can stand in its own colour: `mira-h3`. */
const HUE_SUFFIX = /-h(\d)$/;

/** The seed without its hue: what the motif depends on. */
export function motifSeed(seed: string): string {
  return seed.replace(HUE_SUFFIX, '');
}

/** The light of a seed: the one that its suffix asks for, else one drawn from the seed itself. */
export function stageLight(seed: string): StageLight {
  const asked = HUE_SUFFIX.exec(seed)?.[1];
  const light = asked === undefined ? undefined : STAGE_LIGHTS[Number(asked) % STAGE_LIGHTS.length];
  return light ?? randomFromSeed(seed, 'light').pick(STAGE_LIGHTS);
}
