import { createHash } from 'node:crypto';
import { randomFromSeed } from '#/random-from-seed.ts';
import type { Simulation } from '../schema/simulation.ts';

/** A row of the table of fans that nobody can sign in to. */
export type SimulatedFan = {
  accountId: string;
  fanCode: string;
  nickname: string;
  language: string;
  avatarSeed: string;
};

/** Without O, I, 0 and 1, as fan codes are read aloud. */
const fanCodeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The fans of a simulation, the same ones every time. Their ids come from the pack's name too, so that two packs differ. */
export function inventFans(packName: string, { seed, fans, nicknames }: Simulation): SimulatedFan[] {
  return Array.from({ length: fans }, (_, index) => {
    const digest = createHash('sha256').update(`${packName}/${seed}/${index}`).digest();
    const random = randomFromSeed(seed, `fan ${index}`);
    const [first, second] = [random.pick(asChoices(nicknames.first)), random.pick(asChoices(nicknames.second))];
    return {
      accountId: digest.toString('hex').slice(0, 24),
      fanCode: [...digest.subarray(16, 24)].map((byte) => fanCodeLetters[byte % fanCodeLetters.length]).join(''),
      nickname: `${first}${second}${Math.floor(random.between(1, 100))}`,
      language: /\p{Script=Han}/u.test(second) ? 'zh_TW' : 'en_US',
      avatarSeed: digest.toString('hex').slice(24, 36),
    };
  });
}

function asChoices(words: readonly string[]): readonly [string, ...string[]] {
  const [first = '', ...others] = words;
  return [first, ...others];
}
