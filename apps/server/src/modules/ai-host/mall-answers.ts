import type { Facts } from './facts.ts';
import type { Offer } from './names.rules.ts';
import { type Answer, from, number, type Words } from './words.ts';

type TicketOffer = Facts['offers'][number];
type Pack = Facts['packs'][number];

const openOffers = ({ facts }: Words) => facts.offers.filter(({ state }) => state === 'open');
const pricePerTicket = ({ price, gives }: TicketOffer) => price / gives.amount;
const ticketsIn = ({ gives }: TicketOffer, { say }: Words) =>
  say(gives.amount === 1 ? 'oneTicket' : 'tickets', { count: gives.amount });

/** What an offer gives, for how much, how often and when. */
function ticketOffer(offer: TicketOffer, words: Words): string {
  const { facts, say, join, time } = words;
  const { title, price, perFanLimit, opensAt, state } = offer;
  const terms = { title, tickets: ticketsIn(offer, words), points: number(price) };
  const stages = {
    notOpen: () => [say('onSaleFrom', { start: time(opensAt, facts.timeZone) })],
    open: () => [],
    soldOut: () => [say('soldOut')],
    ended: () => [say('offSale')],
  };
  const text = perFanLimit === null ? say('offer', terms) : say('offerWithLimit', { ...terms, limit: perFanLimit });
  return join('sentences', [text, ...stages[state]()]);
}

function pack({ title, votes, bonusVotes, price, state }: Pack, { say, join }: Words): string {
  const terms = { title, points: number(price), votes: number(votes) };
  const text = bonusVotes > 0 ? say('packWithBonus', { ...terms, bonus: number(bonusVotes) }) : say('pack', terms);
  return join('sentences', state === 'ended' ? [text, say('offSale')] : [text]);
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
      say('ticketPrice', { tickets: ticketsIn(offer, words), points: number(offer.price) }),
    );
  },
  offer: (words) => words.asked.offer && from(words, 'mall', 'explain', described(words.asked.offer, words)),
  bestOffer: (words) => {
    const [best] = openOffers(words).toSorted((one, other) => pricePerTicket(one) - pricePerTicket(other));
    return best && from(words, 'mall', 'explain', words.say('bestOffer', { offer: described(best, words) }));
  },
};
