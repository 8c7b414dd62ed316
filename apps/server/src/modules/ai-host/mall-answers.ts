import type { Facts } from './facts.ts';
import type { Offer } from './names.rules.ts';
import { type Answer, from, number, type Words } from './words.ts';

type TicketOffer = Facts['offers'][number];
type Pack = Facts['packs'][number];

const openOffers = ({ facts }: Words) => facts.offers.filter(({ state }) => state === 'open');
const pricePerTicket = ({ price, gives }: TicketOffer) => price / gives.amount;
const ticketsIn = ({ gives }: TicketOffer, { say }: Words) =>
  say(`${gives.amount} ${gives.amount === 1 ? 'ticket' : 'tickets'}`, `${gives.amount} 張投票券`);

/** What an offer gives, for how much, how often and when. */
function ticketOffer(offer: TicketOffer, words: Words): string {
  const { facts, say, time } = words;
  const { title, price, perFanLimit, opensAt, state } = offer;
  const terms = say(
    `“${title}” is ${ticketsIn(offer, words)} for ${number(price)} Points`,
    `「${title}」是 ${number(price)} 點數換 ${ticketsIn(offer, words)}`,
  );
  const limit = perFanLimit === null ? '' : say(`, at most ${perFanLimit} per fan`, `，每人最多換 ${perFanLimit} 次`);
  const stages = {
    notOpen: say(` It goes on sale ${time(opensAt, facts.timeZone)}.`, `${time(opensAt, facts.timeZone)}開賣。`),
    open: '',
    soldOut: say(' It’s sold out.', '目前已換完。'),
    ended: say(' It’s no longer on sale.', '已經結束兌換。'),
  };
  return `${terms}${limit}${say('.', '。')}${stages[state]}`;
}

function pack({ title, votes, bonusVotes, price, state }: Pack, { say }: Words): string {
  const bonus =
    bonusVotes > 0 ? say(` and ${number(bonusVotes)} bonus votes`, `，另加送 ${number(bonusVotes)} 票`) : '';
  const ended = state === 'ended' ? say(' It’s no longer on sale.', '已經結束兌換。') : '';
  return say(
    `“${title}” costs ${number(price)} Points and brings ${number(votes)} votes${bonus}.${ended}`,
    `「${title}」是 ${number(price)} 點數換 ${number(votes)} 票${bonus}。${ended}`,
  );
}

const described = (offer: Offer, words: Words) => ('gives' in offer ? ticketOffer(offer, words) : pack(offer, words));

/** What the host says of tickets and vote packs in the mall. */
export const mallAnswers: Readonly<Record<string, Answer>> = {
  tickets: (words) => {
    const { asked, say } = words;
    const open = openOffers(words).toSorted((one, other) => one.gives.amount - other.gives.amount);
    const offer = open.find(({ gives }) => gives.amount === (asked.numbers[0] ?? 1)) ?? open[0];
    if (!offer || (asked.numbers[0] !== undefined && offer.gives.amount !== asked.numbers[0])) return undefined;
    return from(
      words,
      'mall',
      'explain',
      say(
        `The points mall has ${ticketsIn(offer, words)} for ${number(offer.price)} Points. Points come from tasks.`,
        `點數商城可以用 ${number(offer.price)} 點數換 ${ticketsIn(offer, words)}。做任務可以賺點數。`,
      ),
    );
  },
  offer: (words) => words.asked.offer && from(words, 'mall', 'explain', described(words.asked.offer, words)),
  bestOffer: (words) => {
    const [best] = openOffers(words).toSorted((one, other) => pricePerTicket(one) - pricePerTicket(other));
    return (
      best &&
      from(
        words,
        'mall',
        'explain',
        `${words.say('The fewest Points for a ticket: ', '平均每張券點數最少的方案：')}${described(best, words)}`,
      )
    );
  },
};
