import { placeTime } from '@lightstick/contract/zoned-date';
import type { Election, Idol, WithdrawnIdol } from './facts.ts';
import { type FactAnswer, answerFrom, number, type SpokenAnswer, type Speech, type Words } from './speech.ts';

type ElectionWords = Words & { readonly election: Election; readonly idols: readonly Idol[] };

/** Answers with an election and its ranking, and says when the counts are frozen. */
export const inElection =
  (answer: (words: ElectionWords) => SpokenAnswer | undefined): FactAnswer =>
  (words) => {
    const { election } = words.facts;
    if (!election) return undefined;
    const said = answer({ ...words, election, idols: election.idols.filter(({ isOut }) => !isOut) });
    if (!said || !election.frozenAt || said.gesture !== 'count') return said;
    const since = words.time(election.frozenAt, election.activity.timeZone);
    return { ...said, text: words.join('sentences', [said.text, words.say('frozen', { since })]) };
  };

/** More do not fit into an answer. */
const mostListed = 10;

const listLength = ({ asked }: Words) => Math.min(mostListed, asked.numbers[0] ?? 3);

function listStandings(words: Words, idols: readonly Idol[]): SpokenAnswer | undefined {
  const shown = idols.map(({ name, rank, votes }) => words.say('ranked', { rank, name, votes: number(votes) }));
  return shown.length > 0
    ? answerFrom(words, 'ranking', 'count', words.say('list', { entries: words.join('names', shown) }))
    : undefined;
}

export const standing = ({ name, rank, votes }: Idol, { say }: Words) =>
  say('standing', { name, rank, votes: number(votes) });

/** The standings of the named idols. An answer has three sentences. */
const standings: FactAnswer = inElection((words) => {
  const named = words.asked.idols.slice(0, 2).map((idol) => standing(idol, words));
  return named.length > 0 ? answerFrom(words, 'ranking', 'count', words.join('sentences', named)) : undefined;
});

const atPlace: FactAnswer = inElection((words) => {
  const found = words.idols.filter(({ rank }) => rank === (words.asked.numbers[0] ?? 1));
  return found[0] && answerFrom(words, 'ranking', 'count', standing(found[0], words));
});

const gap: FactAnswer = inElection((words) => {
  const { asked, idols } = words;
  const [one, other] = asked.numbers;
  // Between two places.
  if (asked.idols.length === 0 && one !== undefined && other !== undefined)
    return compareIdols(words, idolAt(idols, one), idolAt(idols, other));
  const first = asked.idols[0] ?? idolAt(idols, 1);
  const place = asked.idols.length > 0 && one !== undefined ? one : first?.rank === 1 ? 2 : 1;
  return compareIdols(words, first, asked.idols[1] ?? idolAt(idols, place));
});

/** The gap to the place above; the first idol has none. */
const gapAbove: FactAnswer = inElection((words) => {
  const [idol] = words.asked.idols;
  const place = words.idols.findIndex((one) => one === idol);
  if (idol && place === 0) return answerFrom(words, 'ranking', 'count', standing(idol, words));
  return place > 0 ? compareIdols(words, idol, words.idols[place - 1]) : undefined;
});

const idolAt = (idols: readonly Idol[], place: number) => idols.find(({ rank }) => rank === place);

function compareIdols(words: ElectionWords, one: Idol | undefined, other: Idol | undefined): SpokenAnswer | undefined {
  if (!one || !other || one === other || one.isOut || other.isOut) return undefined;
  const [ahead, behind] = one.votes >= other.votes ? [one, other] : [other, one];
  const votes = ahead.votes - behind.votes;
  const text =
    votes === 0
      ? words.say('tied', { one: one.name, other: other.name, votes: number(one.votes) })
      : words.say('gap', { ahead: ahead.name, behind: behind.name, votes: number(votes) });
  return answerFrom(words, 'ranking', 'count', text);
}

/** The prizes of the first two named places, or of the first place. */
const prizes: FactAnswer = inElection((words) => {
  const { election, asked, say } = words;
  const ranks = asked.numbers.length > 0 ? asked.numbers.slice(0, 2) : [1];
  const won = ranks.map((rank) =>
    election.activity.prizes.find(({ fromRank, toRank }) => fromRank <= rank && rank <= toRank),
  );
  const texts = [...new Set(won)].map((prize) => {
    if (!prize) return undefined;
    const places = ranks.filter((_, index) => won[index] === prize);
    return places.length > 1
      ? say('prizeOfPlaces', { first: prize.fromRank, last: prize.toRank, title: prize.title })
      : say('prizeOfPlace', { place: places[0] ?? 1, title: prize.title });
  });
  const known = texts.filter((text) => text !== undefined);
  return known.length > 0 ? answerFrom(words, 'rules', 'cheer', words.join('sentences', known)) : undefined;
});

/** Says that idols no longer take part, in the words of the screens. */
export function haveWithdrawn(idols: readonly WithdrawnIdol[], speech: Speech): SpokenAnswer {
  const names = speech.join(
    'pair',
    idols.map(({ name }) => name),
  );
  const text =
    idols.length === 1 ? speech.say('withdrawnOne', { name: names }) : speech.say('withdrawnSome', { names });
  return answerFrom(speech, 'receipts', 'explain', text);
}

/** What the host says of an election, its idols and teams. */
export const electionAnswers: Readonly<Record<string, FactAnswer>> = {
  leader: inElection((words) => {
    const [first, second] = words.idols;
    if (!first || first.votes === 0) return undefined;
    const votes = number(first.votes);
    const isOpen = words.election.activity.state === 'open';
    // After the end a rule may have decided who of two with equal votes is first.
    if (second?.votes === first.votes && (isOpen || second.rank === first.rank))
      return compareIdols(words, first, second);
    return answerFrom(words, 'ranking', 'count', words.say(isOpen ? 'leader' : 'first', { name: first.name, votes }));
  }),
  top: inElection((words) => listStandings(words, words.idols.slice(0, listLength(words)))),
  bottom: inElection((words) =>
    listStandings(words, words.idols.toReversed().slice(0, listLength(words)).toReversed()),
  ),
  atPlace,
  last: inElection((words) => {
    const idol = words.idols[words.idols.length - (words.asked.numbers[0] ?? 1)];
    return idol && answerFrom(words, 'ranking', 'count', standing(idol, words));
  }),
  placeOf: standings,
  votesOf: standings,
  gap,
  gapAbove,
  closes: inElection((words) => {
    const { closesAt, timeZone, state } = words.election.activity;
    const end = words.time(closesAt, timeZone);
    return answerFrom(words, 'rules', 'explain', words.say(state === 'open' ? 'closes' : 'closed', { end }));
  }),
  /** The close in GMT, for fans abroad. */
  closesInGmt: inElection((words) => {
    const end = words.time(words.election.activity.closesAt, 'GMT');
    return answerFrom(words, 'rules', 'explain', words.say('closesInGmt', { end }));
  }),
  opens: inElection((words) => {
    const { opensAt, timeZone } = words.election.activity;
    return answerFrom(words, 'rules', 'explain', words.say('opens', { start: words.time(opensAt, timeZone) }));
  }),
  total: inElection((words) => {
    const votes = number(words.election.activity.totalVotes);
    return answerFrom(words, 'ranking', 'count', words.say('total', { votes }));
  }),
  leadingTeam: inElection((words) => {
    const [team] = words.election.teams.toSorted((one, other) => other.votes - one.votes);
    if (!team || team.votes === 0) return undefined;
    const sentence = words.election.activity.state === 'open' ? 'leadingTeam' : 'firstTeam';
    return answerFrom(words, 'ranking', 'count', words.say(sentence, { name: team.name, votes: number(team.votes) }));
  }),
  idolCount: inElection((words) => {
    const [idols, teams] = [words.idols.length, words.election.teams.length];
    return answerFrom(words, 'ranking', 'explain', words.say('idolCount', { idols, teams }));
  }),
  event: inElection((words) => {
    const { say, join, time } = words;
    const { title, closesAt, timeZone, prizes: won } = words.election.activity;
    const texts = [say('event', { title, end: time(closesAt, timeZone) })];
    if (won[0]?.fromRank === 1) texts.push(say('prizeOfPlace', { place: 1, title: won[0].title }));
    return answerFrom(words, 'rules', 'explain', join('sentences', texts));
  }),
  teams: inElection((words) => {
    const names = words.election.teams.map(({ name }) => name);
    return answerFrom(words, 'ranking', 'explain', words.say('teams', { names: words.join('names', names) }));
  }),
  votesOfTeam: inElection((words) => {
    const team = words.election.teams.find(({ name }) => name === words.asked.team);
    if (!team) return undefined;
    return answerFrom(
      words,
      'ranking',
      'count',
      words.say('votesOfTeam', { name: team.name, votes: number(team.votes) }),
    );
  }),
  members: inElection((words) => {
    const { team } = words.asked;
    const names = words.election.idols.filter((idol) => idol.team === team).map(({ name }) => name);
    if (team === undefined || names.length === 0) return undefined;
    const text = words.say('members', { team, count: names.length, names: words.join('names', names) });
    return answerFrom(words, 'ranking', 'explain', text);
  }),
  prizes,
  freeVotes: inElection((words) => {
    const votes = words.election.activity.freeVotesPerDay;
    return answerFrom(words, 'rules', 'explain', words.say('freeVotes', { votes }));
  }),
  dailyCap: inElection((words) => {
    const { dailyCap } = words.election.activity;
    const text = dailyCap === null ? words.say('noDailyCap') : words.say('dailyCap', { votes: number(dailyCap) });
    return answerFrom(words, 'rules', 'explain', text);
  }),
  resets: inElection((words) => {
    const place = placeTime(words.election.activity.timeZone, words.facts.language);
    return answerFrom(words, 'rules', 'explain', words.say('resets', { place }));
  }),
  ticketWorth: inElection((words) => {
    const votes = words.election.activity.votesPerTicket;
    return answerFrom(words, 'rules', 'explain', words.say('ticketWorth', { votes }));
  }),
  ties: inElection((words) => {
    const isByTime = words.election.activity.tieRule === 'reachedFirst';
    return answerFrom(words, 'rules', 'explain', words.say(isByTime ? 'tiesByTime' : 'tiesShared'));
  }),
  freeze: inElection((words) => {
    const minutes = words.election.rules?.displayFreezeMinutes;
    return minutes ? answerFrom(words, 'rules', 'explain', words.say('freeze', { minutes })) : undefined;
  }),
  endingLimits: inElection((words) => {
    const { say, join, election } = words;
    const limits = election.rules?.endingLimits ?? [];
    const texts = limits.map(({ withinMinutes, votes }) => say('endingLimit', { votes, minutes: withinMinutes }));
    if (texts.length === 0) return undefined;
    return answerFrom(words, 'rules', 'explain', say('endingLimits', { limits: join('clauses', texts) }));
  }),
  rounds: inElection((words) => {
    const count = words.election.activity.rounds.length;
    return answerFrom(words, 'rules', 'explain', words.say(count === 1 ? 'oneRound' : 'rounds', { count }));
  }),
};
