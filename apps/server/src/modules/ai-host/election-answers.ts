import { placeTime } from '@lightstick/contract/zoned-date';
import type { Election, Idol, WithdrawnIdol } from './facts.ts';
import { type Answer, from, number, type Said, type Words } from './words.ts';

type ElectionWords = Words & { readonly election: Election; readonly idols: readonly Idol[] };

/** With an election and its ranking; counts that are frozen are said to be. */
export const inElection =
  (answer: (words: ElectionWords) => Said | undefined): Answer =>
  (words) => {
    const { election } = words.facts;
    if (!election) return undefined;
    const said = answer({ ...words, election, idols: election.idols.filter(({ isOut }) => !isOut) });
    if (!said || !election.frozenAt || said.gesture !== 'count') return said;
    const since = words.time(election.frozenAt, election.activity.timeZone);
    return {
      ...said,
      text: `${said.text}${words.say(' ', '')}${words.say(`Counts are frozen since ${since}.`, `票數自 ${since}起凍結顯示。`)}`,
    };
  };

/** More do not fit into an answer. */
const mostListed = 10;

const listLength = ({ asked }: Words) => Math.min(mostListed, asked.numbers[0] ?? 3);

function listed(words: Words, idols: readonly Idol[]): Said | undefined {
  const shown = idols.map(({ name, rank, votes }) =>
    words.say(`${rank} ${name} (${number(votes)})`, `第 ${rank} 名${name}（${number(votes)} 票）`),
  );
  return shown.length > 0
    ? from(words, 'ranking', 'count', `${shown.join(words.say(', ', '、'))}${words.say('.', '。')}`)
    : undefined;
}

export const standing = ({ name, rank, votes }: Idol, { say }: Words) =>
  say(`${name} is in place ${rank} with ${number(votes)} votes.`, `${name}目前第 ${rank} 名，${number(votes)} 票。`);

/** Of the idols that are named. An answer has three sentences. */
const standings: Answer = inElection((words) => {
  const named = words.asked.idols.slice(0, 2).map((idol) => standing(idol, words));
  return named.length > 0 ? from(words, 'ranking', 'count', named.join(words.say(' ', ''))) : undefined;
});

const atPlace: Answer = inElection((words) => {
  const found = words.idols.filter(({ rank }) => rank === (words.asked.numbers[0] ?? 1));
  return found[0] && from(words, 'ranking', 'count', standing(found[0], words));
});

const gap: Answer = inElection((words) => {
  const { asked, idols } = words;
  const [one, other] = asked.numbers;
  // Between two places.
  if (asked.idols.length === 0 && one !== undefined && other !== undefined)
    return between(words, at(idols, one), at(idols, other));
  const first = asked.idols[0] ?? at(idols, 1);
  const place = asked.idols.length > 0 && one !== undefined ? one : first?.rank === 1 ? 2 : 1;
  return between(words, first, asked.idols[1] ?? at(idols, place));
});

/** To the place above; no one is above the first. */
const gapAbove: Answer = inElection((words) => {
  const [idol] = words.asked.idols;
  const place = words.idols.findIndex((one) => one === idol);
  if (idol && place === 0) return from(words, 'ranking', 'count', standing(idol, words));
  return place > 0 ? between(words, idol, words.idols[place - 1]) : undefined;
});

const at = (idols: readonly Idol[], place: number) => idols.find(({ rank }) => rank === place);

function between(words: ElectionWords, one: Idol | undefined, other: Idol | undefined): Said | undefined {
  if (!one || !other || one === other || one.isOut || other.isOut) return undefined;
  const [ahead, behind] = one.votes >= other.votes ? [one, other] : [other, one];
  if (ahead.votes === behind.votes)
    return from(words, 'ranking', 'count', words.say(
      `${one.name} and ${other.name} both have ${number(one.votes)} votes.`, `${one.name}和${other.name}同樣是 ${number(one.votes)} 票。`)); // prettier-ignore
  const votes = number(ahead.votes - behind.votes);
  return from(words, 'ranking', 'count', words.say(
    `${ahead.name} is ${votes} votes ahead of ${behind.name}.`,
    `${ahead.name}的票比${behind.name}多 ${votes} 票。`,
  )); // prettier-ignore
}

/** Of the first two places that are named, or of the first place. */
const prizes: Answer = inElection((words) => {
  const { election, asked, say } = words;
  const ranks = asked.numbers.length > 0 ? asked.numbers.slice(0, 2) : [1];
  const won = ranks.map((rank) =>
    election.activity.prizes.find(({ fromRank, toRank }) => fromRank <= rank && rank <= toRank),
  );
  const texts = [...new Set(won)].map((prize) => {
    if (!prize) return undefined;
    const places = ranks.filter((_, index) => won[index] === prize);
    return places.length > 1
      ? say(
          `Places ${prize.fromRank} to ${prize.toRank} get: ${prize.title}.`,
          `第 ${prize.fromRank} 到 ${prize.toRank} 名的獎勵：${prize.title}。`,
        )
      : say(`Place ${places[0]} gets: ${prize.title}.`, `第 ${places[0]} 名的獎勵：${prize.title}。`);
  });
  const known = texts.filter((text) => text !== undefined);
  return known.length > 0 ? from(words, 'rules', 'cheer', known.join(say(' ', ''))) : undefined;
});

/** That idols no longer take part, as the screens say it. */
export function haveWithdrawn(idols: readonly WithdrawnIdol[], words: Pick<Words, 'say'>): Said {
  const { say } = words;
  const isOne = idols.length === 1;
  const names = idols.map(({ name }) => name).join(say(' and ', '和'));
  const text = say(
    `${names} ${isOne ? 'has' : 'have'} withdrawn from this election. Votes cast for ${isOne ? 'her' : 'them'} stay in your records.`,
    `${names}已退出這次活動，投給${isOne ? '她' : '她們'}的票仍保留在你的紀錄中。`,
  );
  return from(words, 'receipts', 'explain', text);
}

/** What the host says of an election, its idols and teams. */
export const electionAnswers: Readonly<Record<string, Answer>> = {
  leader: inElection((words) => {
    const [first, second] = words.idols;
    if (!first || first.votes === 0) return undefined;
    const votes = number(first.votes);
    const isOpen = words.election.activity.state === 'open';
    // After the end a rule may have decided who of two with equal votes is first.
    if (second?.votes === first.votes && (isOpen || second.rank === first.rank)) return between(words, first, second);
    if (!isOpen)
      return from(words, 'ranking', 'count', words.say(`${first.name} is in first place with ${votes} votes.`, `${first.name}是第 1 名，${votes} 票。`)); // prettier-ignore
    return from(words, 'ranking', 'count', words.say(
      `${first.name} leads with ${votes} votes.`, `目前由${first.name}領先，${votes} 票。`)); // prettier-ignore
  }),
  top: inElection((words) => listed(words, words.idols.slice(0, listLength(words)))),
  bottom: inElection((words) => listed(words, words.idols.toReversed().slice(0, listLength(words)).toReversed())),
  atPlace,
  last: inElection((words) => {
    const idol = words.idols[words.idols.length - (words.asked.numbers[0] ?? 1)];
    return idol && from(words, 'ranking', 'count', standing(idol, words));
  }),
  placeOf: standings,
  votesOf: standings,
  gap,
  gapAbove,
  closes: inElection((words) => {
    const { election: { activity }, say, time } = words; // prettier-ignore
    const end = time(activity.closesAt, activity.timeZone);
    return from(
      words,
      'rules',
      'explain',
      activity.state === 'open'
        ? say(`Voting ends ${end}.`, `投票到 ${end}截止。`)
        : say(`The closing time is ${end}.`, `截止時間為 ${end}。`),
    );
  }),
  /** For fans abroad. */
  closesInGmt: inElection((words) => {
    const end = words.time(words.election.activity.closesAt, 'GMT');
    return from(words, 'rules', 'explain', words.say(`The closing time is ${end}.`, `截止時間是 ${end}。`));
  }),
  opens: inElection((words) => {
    const { election: { activity }, say, time } = words; // prettier-ignore
    const start = time(activity.opensAt, activity.timeZone);
    return from(words, 'rules', 'explain', say(`The opening time is ${start}.`, `開放投票時間為 ${start}。`));
  }),
  total: inElection((words) => from(words, 'ranking', 'count', words.say(
    `${number(words.election.activity.totalVotes)} votes are counted in total.`, `目前總共計入 ${number(words.election.activity.totalVotes)} 票。`))), // prettier-ignore
  leadingTeam: inElection((words) => {
    const [team] = words.election.teams.toSorted((one, other) => other.votes - one.votes);
    if (!team || team.votes === 0) return undefined;
    const votes = number(team.votes);
    return from(words, 'ranking', 'count', words.election.activity.state === 'open'
      ? words.say(`${team.name} leads the teams with ${votes} votes.`, `隊伍中由${team.name}領先，${votes} 票。`)
      : words.say(`${team.name} is first of the teams with ${votes} votes.`, `${team.name}是隊伍中的第 1 名，${votes} 票。`)); // prettier-ignore
  }),
  idolCount: inElection((words) => {
    const running = words.idols.length;
    const { length: teams } = words.election.teams;
    return from(words, 'ranking', 'explain', words.say(
      `${running} idols in ${teams} teams take part.`, `共有 ${running} 位偶像、${teams} 支隊伍參加。`)); // prettier-ignore
  }),
  event: inElection((words) => {
    const { election: { activity }, say, time } = words; // prettier-ignore
    const [prize] = activity.prizes;
    const end = time(activity.closesAt, activity.timeZone);
    const wins =
      prize && prize.fromRank === 1 ? say(` Place 1 gets: ${prize.title}.`, `第 1 名的獎勵：${prize.title}。`) : '';
    return from(
      words,
      'rules',
      'explain',
      `${say(`${activity.title} runs until ${end}.`, `${activity.title}到 ${end}截止。`)}${wins}`,
    );
  }),
  teams: inElection((words) => from(words, 'ranking', 'explain', words.say(
    `The teams are ${words.election.teams.map(({ name }) => name).join(', ')}.`, `隊伍有${words.election.teams.map(({ name }) => name).join('、')}。`))), // prettier-ignore
  votesOfTeam: inElection((words) => {
    const team = words.election.teams.find(({ name }) => name === words.asked.team);
    return (
      team &&
      from(
        words,
        'ranking',
        'count',
        words.say(`${team.name} has ${number(team.votes)} votes.`, `${team.name}目前有 ${number(team.votes)} 票。`),
      )
    );
  }),
  members: inElection((words) => {
    const names = words.election.idols.filter(({ team }) => team === words.asked.team).map(({ name }) => name);
    return names.length > 0
      ? from(
          words,
          'ranking',
          'explain',
          words.say(
            `${words.asked.team} has ${names.length} idols: ${names.join(', ')}.`,
            `${words.asked.team}有 ${names.length} 位：${names.join('、')}。`,
          ),
        )
      : undefined;
  }),
  prizes,
  freeVotes: inElection((words) => from(words, 'rules', 'explain', words.say(
    `You get ${words.election.activity.freeVotesPerDay} free votes a day. Tickets bring more.`,
    `每天有 ${words.election.activity.freeVotesPerDay} 票免費，投票券可以換更多票。`))), // prettier-ignore
  dailyCap: inElection((words) => {
    const { dailyCap } = words.election.activity;
    return from(
      words,
      'rules',
      'explain',
      dailyCap === null
        ? words.say('There is no daily limit.', '沒有每日上限。')
        : words.say(`You can cast up to ${number(dailyCap)} votes a day.`, `每天最多可以投 ${number(dailyCap)} 票。`),
    );
  }),
  resets: inElection((words) => {
    const place = placeTime(words.election.activity.timeZone, words.facts.language);
    return from(
      words,
      'rules',
      'explain',
      words.say(
        `Free votes and the daily limit start over at midnight (${place}).`,
        `免費票與每日上限在午夜重新計算（${place}）。`,
      ),
    );
  }),
  ticketWorth: inElection((words) => from(words, 'rules', 'explain', words.say(
    `A ticket is worth ${words.election.activity.votesPerTicket} votes.`, `每張投票券可換 ${words.election.activity.votesPerTicket} 票。`))), // prettier-ignore
  ties: inElection((words) => from(words, 'rules', 'explain', words.election.activity.tieRule === 'reachedFirst'
    ? words.say('With equal votes, the idol who reached the count first ranks higher.', '票數相同時，先達到該票數的偶像排在前面。')
    : words.say('Idols with equal votes share the place.', '票數相同的偶像並列同一名次。'))), // prettier-ignore
  freeze: inElection((words) => {
    const minutes = words.election.rules?.displayFreezeMinutes;
    return minutes
      ? from(
          words,
          'rules',
          'explain',
          words.say(
            `The shown counts are frozen for the last ${minutes} minutes, so that the end stays open.`,
            `截止前 ${minutes} 分鐘會凍結顯示票數，把懸念留到最後。`,
          ),
        )
      : undefined;
  }),
  endingLimits: inElection((words) => {
    const limits = words.election.rules?.endingLimits ?? [];
    const texts = limits.map(({ withinMinutes, votes }) =>
      words.say(`${votes} votes in the last ${withinMinutes} minutes`, `最後 ${withinMinutes} 分鐘最多 ${votes} 票`),
    );
    return texts.length > 0
      ? from(
          words,
          'rules',
          'explain',
          `${words.say('The most for each fan: ', '每位粉絲')}${texts.join(words.say(', ', '，'))}${words.say('.', '。')}`,
        )
      : undefined;
  }),
  rounds: inElection((words) => from(words, 'rules', 'explain', words.say(
    `The election has ${words.election.activity.rounds.length} ${words.election.activity.rounds.length === 1 ? 'round' : 'rounds'}.`, `這場總選共有 ${words.election.activity.rounds.length} 輪。`))), // prettier-ignore
};
