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
    const { facts, say, time } = words;
    const shown = facts.luck.packets.slice(0, 2).map(({ title, opensAt, closesAt }) => {
      const isOpen = new Date(opensAt) <= facts.at;
      const at = time(isOpen ? closesAt : opensAt, facts.timeZone);
      return isOpen
        ? say(`${title} is open until ${at}.`, `${title}開放到 ${at}。`)
        : say(`${title} opens ${at}.`, `${title} ${at}開搶。`);
    });
    return shown.length > 0 ? from(words, 'luck', 'cheer', shown.join(say(' ', ''))) : undefined;
  },
  raffle: ofFirst('raffles', ({ title, price, closesAt, firstPrize }, { say, time, facts }) =>
    say(
      `${title} takes entries for ${number(price)} Points until ${time(closesAt, facts.timeZone)}, and is drawn right after. ${firstPrize}.`,
      `${title}每次 ${number(price)} 點數，參加到 ${time(closesAt, facts.timeZone)}為止，隨即開獎。${firstPrize}。`,
    ),
  ),
  box: ofFirst('boxes', ({ title, price }, { say }) =>
    say(
      `${title} costs ${number(price)} Points. Odds and stock are on the box.`,
      `${title}一個 ${number(price)} 點數，機率與剩餘數量都寫在盒子上。`,
    ),
  ),
  boxOdds: ofFirst('boxes', ({ left, rareLeft }, { say }) =>
    say(
      `Of the ${number(left)} prizes that are left, ${number(rareLeft)} are rare.`,
      `剩下的 ${number(left)} 個獎品中，有 ${number(rareLeft)} 個稀有獎。`,
    ),
  ),
  boxPity: ofFirst('boxes', ({ rareWithin }, { say }) =>
    rareWithin === null
      ? undefined
      : say(
          `A rare prize comes at your box number ${rareWithin} at the latest, while there are any.`,
          `最晚開到第 ${rareWithin} 個盲盒會有稀有獎，送完為止。`,
        ),
  ),
};
