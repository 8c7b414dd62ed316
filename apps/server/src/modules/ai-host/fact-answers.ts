import { electionAnswers, inElection } from './election-answers.ts';
import type { HostFacts, Room } from './facts.ts';
import type { Offer } from './names.rules.ts';
import { profileAnswers } from './profile-answers.ts';
import { type FactAnswer, answerFrom, type Gesture, number, type SpokenAnswer, type Words } from './speech.ts';

type PollStanding = NonNullable<HostFacts['best7']>['standings'][number];

/** Says the standing of the poll that is on or was last. */
function standing(found: PollStanding | undefined, words: Words): SpokenAnswer | undefined {
  if (!found || found.points === 0) return undefined;
  const { name, rank, points } = found;
  return answerFrom(words, 'best7', 'count', words.say('best7Standing', { name, rank, points: number(points) }));
}

/** What the host says of Best 7. */
const best7Answers: Readonly<Record<string, FactAnswer>> = {
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

type Luck = HostFacts['luck'];

/** Answers with the first of its kind that is open or coming; without one the host does not know. */
const ofFirst =
  <Kind extends keyof Luck>(
    kind: Kind,
    text: (first: Luck[Kind][number], words: Words) => string | undefined,
  ): FactAnswer =>
  (words) => {
    const [first] = words.facts.luck[kind];
    const said = first && text(first, words);
    return said ? answerFrom(words, 'luck', 'cheer', said) : undefined;
  };

/** What the host says of red packets, blind boxes and raffles. */
const luckAnswers: Readonly<Record<string, FactAnswer>> = {
  packets: (words) => {
    const { facts, say, join, time } = words;
    const shown = facts.luck.packets.slice(0, 2).map(({ title, opensAt, closesAt }) => {
      const isOpen = new Date(opensAt) <= facts.at;
      const at = time(isOpen ? closesAt : opensAt, facts.timeZone);
      return isOpen ? say('packetOpen', { title, end: at }) : say('packetOpens', { title, start: at });
    });
    return shown.length > 0 ? answerFrom(words, 'luck', 'cheer', join('sentences', shown)) : undefined;
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

type TicketOffer = HostFacts['offers'][number];
type Pack = HostFacts['packs'][number];

const openOffers = ({ facts }: Words) => facts.offers.filter(({ state }) => state === 'open');
const pricePerTicket = ({ price, gives }: TicketOffer) => price / gives.amount;
const ticketsIn = ({ gives }: TicketOffer, { say }: Words) =>
  say(gives.amount === 1 ? 'oneTicket' : 'tickets', { count: gives.amount });

/** Says what an offer gives, for how much, how often and when. */
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

const describeOffer = (offer: Offer, words: Words) =>
  'gives' in offer ? ticketOffer(offer, words) : pack(offer, words);

/** What the host says of tickets and vote packs in the mall. */
const mallAnswers: Readonly<Record<string, FactAnswer>> = {
  tickets: (words) => {
    const { asked, say } = words;
    const open = openOffers(words).toSorted((one, other) => one.gives.amount - other.gives.amount);
    const offer = open.find(({ gives }) => gives.amount === (asked.numbers[0] ?? 1)) ?? open[0];
    if (!offer || (asked.numbers[0] !== undefined && offer.gives.amount !== asked.numbers[0])) return undefined;
    return answerFrom(
      words,
      'mall',
      'explain',
      say('ticketPrice', { tickets: ticketsIn(offer, words), points: number(offer.price) }),
    );
  },
  offer: (words) => words.asked.offer && answerFrom(words, 'mall', 'explain', describeOffer(words.asked.offer, words)),
  bestOffer: (words) => {
    const [best] = openOffers(words).toSorted((one, other) => pricePerTicket(one) - pricePerTicket(other));
    return best && answerFrom(words, 'mall', 'explain', words.say('bestOffer', { offer: describeOffer(best, words) }));
  },
};

/** What the host says of votes that wait for a decision, by the published rules. */
const reviewAnswers: Readonly<Record<string, FactAnswer>> = {
  reviewEnds: inElection((words) => {
    const quarantine = words.election.rules?.quarantine;
    if (!quarantine) return undefined;
    const { decideWithinHours: hours, ifUndecided } = quarantine;
    const sentence = ifUndecided === 'released' ? 'reviewEndsCounted' : 'reviewEndsUncounted';
    return answerFrom(words, 'rules', 'explain', words.say(sentence, { hours }));
  }),
  reviewWhen: inElection((words) => {
    const quarantine = words.election.rules?.quarantine;
    if (!quarantine) return undefined;
    const { callsPerMinute: calls, fansPerDevice: device, fansPerAddress: address } = quarantine;
    const reasons = [
      calls && words.say('reviewOfCalls', { calls }),
      device && words.say('reviewOfDevice', { fans: device }),
      address && words.say('reviewOfAddress', { fans: number(address) }),
    ].filter((reason) => typeof reason === 'string');
    if (reasons.length === 0) return undefined;
    return answerFrom(words, 'rules', 'explain', words.say('reviewWhen', { reasons: words.join('reasons', reasons) }));
  }),
};

/** Answers with the staking plan that is on. */
const inStaking =
  (text: (plan: NonNullable<HostFacts['staking']['plan']>, words: Words) => string | undefined): FactAnswer =>
  (words) => {
    const { plan } = words.facts.staking;
    const said = plan && text(plan, words);
    return said ? answerFrom(words, 'staking', 'explain', said) : undefined;
  };

const inSongs =
  (
    text: (words: Words & { event: NonNullable<HostFacts['songs']['event']> }) => string | undefined,
    gesture: Gesture = 'explain',
  ): FactAnswer =>
  (words) => {
    const { event } = words.facts.songs;
    const said = event && text({ ...words, event });
    return said ? answerFrom(words, 'songs', gesture, said) : undefined;
  };

function roomText({ title, price, opensAt }: Room, { facts, say, join, time }: Words): string {
  const cost = price === 0 ? say('roomFree') : say('roomPrice', { points: number(price) });
  const start = time(opensAt, facts.timeZone);
  return join('sentences', [opensAt > facts.at ? say('roomStarts', { title, start }) : say('roomOn', { title }), cost]);
}

const aboutRoom: FactAnswer = (words) => {
  const { room } = words.asked;
  return room && answerFrom(words, 'rooms', 'cheer', roomText(room, words));
};

/** Says which rooms are on, and which come next. */
const rooms: FactAnswer = (words) => {
  const { facts, say, join } = words;
  const on = facts.rooms.find(({ opensAt }) => opensAt <= facts.at);
  const [next] = facts.rooms
    .filter(({ opensAt }) => opensAt > facts.at)
    .toSorted((one, other) => one.opensAt.getTime() - other.opensAt.getTime());
  const texts = [on && say('roomOn', { title: on.title }), next && roomText(next, words)].filter(
    (text) => text !== undefined,
  );
  return texts.length > 0 ? answerFrom(words, 'rooms', 'cheer', join('sentences', texts)) : undefined;
};

/** The answers by the names of facts. */
export const factAnswers: Readonly<Record<string, FactAnswer>> = {
  ...electionAnswers,
  ...best7Answers,
  ...luckAnswers,
  ...mallAnswers,
  ...profileAnswers,
  ...reviewAnswers,
  bestTask: (words) => {
    const [best] = words.facts.tasks.toSorted((one, other) => other.reward - one.reward);
    if (!best) return undefined;
    return answerFrom(words, 'tasks', 'explain', words.say('bestTask', { title: best.title, points: best.reward }));
  },
  tasks: (words) => {
    const daily = words.facts.tasks
      .filter(({ period }) => period === 'daily')
      .slice(0, 3)
      .map(({ title }) => title);
    if (daily.length === 0) return undefined;
    return answerFrom(words, 'tasks', 'explain', words.say('dailyTasks', { titles: words.join('names', daily) }));
  },
  topSongs: inSongs(({ facts, asked, say, join, event }) => {
    const ofFinal = event.state === 'final' || event.state === 'counting' || event.state === 'ended';
    const place = (song: HostFacts['songs']['songs'][number]) =>
      (ofFinal ? song.rank : song.nominationRank) ?? Infinity;
    // Songs without any share a place that says nothing.
    const ranked = facts.songs.songs
      .filter((song) => place(song) < Infinity && (ofFinal ? song.votes : song.nominations) > 0)
      .toSorted((one, other) => place(one) - place(other));
    const [wanted] = asked.numbers;
    const list = wanted === undefined ? ranked.slice(0, 3) : ranked.filter((song) => place(song) === wanted);
    if (list.length === 0) return undefined;
    const shown = list.map((song) => say('songAtPlace', { place: place(song), title: song.title }));
    return say('list', { entries: join('names', shown) });
  }, 'count'),
  votesOfSong: inSongs(({ asked: { song }, say }) => {
    if (!song) return undefined;
    const { title, rank, votes, nominations, nominationRank } = song;
    return rank === null
      ? say('nominationsOfSong', { title, nominations: number(nominations), place: String(nominationRank) })
      : say('votesOfSong', { title, place: rank, votes: number(votes) });
  }, 'count'),
  aboutSong: inSongs(
    ({ asked: { song }, say }) =>
      song && say('aboutSong', { title: song.title, artist: song.artist, year: String(song.year) }),
  ),
  songsEnd: inSongs(({ event, say, time }) => say('songsEnd', { end: time(event.final.closesAt, event.timeZone) })),
  songCount: inSongs(({ facts, say }) => {
    const { length } = facts.songs.songs;
    return length === 0 ? undefined : say('songCount', { count: length });
  }),
  songPlaces: inSongs(({ event, say }) => say('songPlaces', { count: event.places })),
  nominations: inSongs(({ event, facts, say, time }) => {
    const end = time(event.nominations.closesAt, event.timeZone);
    return new Date(event.nominations.closesAt) > facts.at
      ? say('nominationsOpen', { end })
      : say('nominationsEnded', { end });
  }),
  concert: inSongs(({ event: { concert, timeZone }, say, time }) =>
    concert ? say('concert', { start: time(concert.startsAt, timeZone), place: concert.place }) : undefined,
  ),
  staking: inStaking((plan, { say }) => say('staking', { weeks: plan.periods })),
  stakeWeeks: inStaking((plan, { say }) => say('stakeWeeks', { weeks: plan.periods })),
  stakePool: inStaking((_, { say, facts: { staking } }) => {
    const pool = (staking.current ?? staking.next)?.pool;
    return pool === undefined ? undefined : say('stakePool', { points: number(pool) });
  }),
  stakeLeast: inStaking(({ least, most }, { say }) => say('stakeLeast', { least: number(least), most: number(most) })),
  stakeMost: inStaking(({ least, most }, { say }) => say('stakeMost', { least: number(least), most: number(most) })),
  stakeExit: inStaking((plan, { say }) => say('stakeExit', { weeks: plan.periods })),
  rooms,
  room: aboutRoom,
  self: (words) => answerFrom(words, 'host', 'explain', words.say('self')),
  greeting: (words) => answerFrom(words, 'host', 'greet', words.say('greeting')),
  help: (words) => answerFrom(words, 'host', 'explain', words.say('help')),
  advice: (words) => answerFrom(words, 'host', 'think', words.say('advice')),
};
