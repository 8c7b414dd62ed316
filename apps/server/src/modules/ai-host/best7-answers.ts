import type { Facts } from './facts.ts';
import { type Answer, from, number, type Said, type Words } from './words.ts';

type Standing = NonNullable<Facts['best7']>['standings'][number];

/** Of the poll that is on or was last. */
function standing(found: Standing | undefined, words: Words): Said | undefined {
  if (!found || found.points === 0) return undefined;
  const { name, rank, points } = found;
  return from(words, 'best7', 'count', words.say('best7Standing', { name, rank, points: number(points) }));
}

/** What the host says of Best 7. */
export const best7Answers: Readonly<Record<string, Answer>> = {
  best7Place: (words) => {
    const rank = words.asked.numbers[0] ?? 1;
    return standing(
      words.facts.best7?.standings.find((one) => one.rank === rank),
      words,
    );
  },
  best7PlaceOf: (words) => {
    const [idol] = words.asked.idols;
    return standing(
      words.facts.best7?.standings.find(({ name }) => name === idol?.name),
      words,
    );
  },
};
