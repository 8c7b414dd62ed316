import type { Facts } from './facts.ts';
import { type Answer, from, number, type Said, type Words } from './words.ts';

type Standing = NonNullable<Facts['best7']>['standings'][number];

/** Of the poll that is on or was last. */
function standing(found: Standing | undefined, words: Words): Said | undefined {
  if (!found || found.points === 0) return undefined;
  const { name, rank, points } = found;
  const text = words.say(
    `${name} is in place ${rank} of Best 7 with ${number(points)} points.`,
    `${name}在最佳七人是第 ${rank} 名，${number(points)} 分。`,
  );
  return from(words, 'best7', 'count', text);
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
