/** The places whose names roll; those behind them are shown at once. */
const rolled = 5;

type PlacedWinner = { readonly place: number };

/** Returns the winners of a show by place, and in the order in which their names roll: the first place comes last. */
export function showOrder<Winner extends PlacedWinner>(winners: readonly Winner[]) {
  const byPlace = winners.toSorted((one, other) => one.place - other.place);
  const board = byPlace.slice(0, rolled);
  return { board, turns: board.toReversed() };
}

/**
 * Tells whether confetti falls with a turn. Undefined is the end of the show, for a fan whose place is behind those
 * that roll.
 */
export function isCelebrated(turn: PlacedWinner | undefined, ownPlace: number | undefined): boolean {
  if (!turn) return ownPlace !== undefined && ownPlace > rolled;
  return turn.place === 1 || turn.place === ownPlace;
}

/**
 * Returns a name on its way to standing still: as many of its signs as `part` (from 0 to 1) are in place, the others
 * are drawn from `signs`.
 */
export function rollingName(name: string, part: number, random: () => number): string {
  const letters = Array.from(signsOf.segment(name), ({ segment }) => segment);
  const settled = Math.floor(letters.length * Math.min(1, part));
  return letters
    .map((letter, index) =>
      index < settled || letter === ' ' ? letter : (signs[Math.floor(random() * signs.length)] ?? letter),
    )
    .join('');
}

const signsOf = new Intl.Segmenter();
const signs = 'A B C D E F G H K L M N P R S T U V W X Y Z 星 光 月 夜 夢 音 舞 ★ ✦ ♪'.split(' ');
