/** How high a state's badge is drawn; its width follows the word. */
export const badgeHeight = 26;

const chineseWidth = 12.4;
const latinWidth = 6.9;

/** About how wide a word is in the badge's 12-pixel letters. */
export function wordWidth(word: string): number {
  const widths = Array.from(word, (letter) => (letter > '\u2e7f' ? chineseWidth : latinWidth));
  return widths.reduce((sum, width) => sum + width, 0);
}

/** A pill. */
export function pill(width: number): string {
  const right = width - 13;
  return `M13 1h${right - 13}a12 12 0 0 1 0 24h-${right - 13}a12 12 0 0 1 0-24z`;
}

/** A ticket that has a bite at either end. */
export function ticket(width: number): string {
  const straight = width - 12;
  return `M6 1h${straight}a5 5 0 0 1 5 5v3a4 4 0 0 0 0 8v3a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5v-3a4 4 0 0 0 0-8V6a5 5 0 0 1 5-5z`;
}

/** A luggage tag, pointed where its string goes through. */
export function tag(width: number): string {
  return `M12 1h${width - 18}a5 5 0 0 1 5 5v14a5 5 0 0 1-5 5H12a5 5 0 0 1-3.6-1.5L2.3 15.8a4 4 0 0 1 0-5.6L8.4 2.5A5 5 0 0 1 12 1z`;
}

/** The rim of a stamp: as many waves around a circle as are asked for. */
export function wavyCircle({ centre, radius, waves }: { centre: number; radius: number; waves: number }): string {
  const at = (turn: number, distance: number) => {
    const angle = 2 * Math.PI * turn;
    return `${(centre + distance * Math.sin(angle)).toFixed(1)} ${(centre - distance * Math.cos(angle)).toFixed(1)}`;
  };
  const crests = Array.from({ length: waves }, (_, wave) => {
    const turn = (wave + 1) / waves;
    return `Q${at(turn - 0.5 / waves, radius * 1.14)} ${at(turn, radius)}`;
  });
  return `M${at(0, radius)}${crests.join('')}z`;
}
