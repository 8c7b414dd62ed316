import type { Facts } from './facts.ts';
import { type Answer, from, number, type Words } from './words.ts';

type Luck = Facts['luck'];

/** With the first of its kind that is open or coming; else the host does not know. */
const ofFirst =
  <Kind extends keyof Luck>(
    kind: Kind,
    text: (first: Luck[Kind][number], words: Words) => string | undefined,
  ): Answer =>
  (words) => {
    const [first] = words.facts.luck[kind];
    const said = first && text(first, words);
    return said ? from(words, 'luck', 'cheer', said) : undefined;
  };

/** What the host says of red packets, blind boxes and raffles. */
export const luckAnswers: Readonly<Record<string, Answer>> = {
  packets: (words) => {
    const { facts, say, join, time } = words;
    const shown = facts.luck.packets.slice(0, 2).map(({ title, opensAt, closesAt }) => {
      const isOpen = new Date(opensAt) <= facts.at;
      const at = time(isOpen ? closesAt : opensAt, facts.timeZone);
      return isOpen ? say('packetOpen', { title, end: at }) : say('packetOpens', { title, start: at });
    });
    return shown.length > 0 ? from(words, 'luck', 'cheer', join('sentences', shown)) : undefined;
  },
  raffle: ofFirst('raffles', ({ title, price, closesAt, firstPrize }, { say, time, facts }) =>
    say('raffle', { title, points: number(price), end: time(closesAt, facts.timeZone), prize: firstPrize }),
  ),
  box: ofFirst('boxes', ({ title, price }, { say }) => say('box', { title, points: number(price) })),
  boxOdds: ofFirst('boxes', ({ left, rareLeft }, { say }) =>
    say('boxOdds', { left: number(left), rare: number(rareLeft) }),
  ),
  boxPity: ofFirst('boxes', ({ rareWithin }, { say }) =>
    rareWithin === null ? undefined : say('boxPity', { number: rareWithin }),
  ),
};
