import type { Election, Idol } from './facts.ts';
import type { Topic } from './intents.rules.ts';
import { type Answer, from, number, type Said, type Words } from './words.ts';

type ElectionWords = Words & { readonly election: Election; readonly idols: readonly Idol[] };

/** `03-14` in words. */
function dayOf(monthDay: string, say: Words['say']): string {
  const [month = 1, day = 1] = monthDay.split('-').map(Number);
  const name = new Date(2000, month - 1, 1).toLocaleString('en-US', { month: 'short' });
  return say(`${name} ${day}`, `${month} 月 ${day} 日`);
}

/** With an election and its ranking; counts that are frozen are said to be. */
const inElection =
  (answer: (words: ElectionWords) => Said | undefined): Answer =>
  (words) => {
    const { election } = words.facts;
    if (!election) return undefined;
    const said = answer({ ...words, election, idols: election.idols.filter(({ isOut }) => !isOut) });
    if (!said || !election.frozenAt || said.gesture !== 'count') return said;
    const since = words.time(election.frozenAt, election.activity.timeZone);
    return {
      ...said,
      text: `${said.text}${words.say(' ', '')}${words.say(`Counts are frozen since ${since}.`, `票數自 ${since} 起凍結顯示。`)}`,
    };
  };

const standing = ({ name, rank, votes }: Idol, { say }: Words) =>
  say(`${name} is in place ${rank} with ${number(votes)} votes.`, `${name} 目前第 ${rank} 名，${number(votes)} 票。`);

const atPlace: Answer = inElection((words) => {
  const found = words.idols.filter(({ rank }) => rank === (words.asked.number ?? 1));
  return found[0] && from(words, 'ranking', 'count', standing(found[0], words));
});

const gap: Answer = inElection((words) => {
  const { asked, idols, say } = words;
  const [first = idols.find(({ rank }) => rank === 1)] = asked.idols;
  if (!first || first.isOut) return undefined;
  const place = asked.number !== undefined && asked.idols.length > 0 ? asked.number : first.rank === 1 ? 2 : 1;
  const other = asked.idols[1] ?? idols.find(({ rank }) => rank === place);
  if (!other || other.isOut || other === first) return undefined;
  const [ahead, behind] = first.votes >= other.votes ? [first, other] : [other, first];
  const votes = number(ahead.votes - behind.votes);
  return from(words, 'ranking', 'count', say(
    `${ahead.name} is ${votes} votes ahead of ${behind.name}.`,
    `${ahead.name} 比 ${behind.name} 多 ${votes} 票。`,
  )); // prettier-ignore
});

const prizes: Answer = inElection((words) => {
  const { election, asked, say } = words;
  const rank = asked.number ?? 1;
  const prize = election.activity.prizes.find(({ fromRank, toRank }) => fromRank <= rank && rank <= toRank);
  return (
    prize &&
    from(words, 'rules', 'cheer', say(`Place ${rank} gets: ${prize.title}.`, `第 ${rank} 名的獎勵：${prize.title}。`))
  );
});

const about: Answer = inElection((words) => {
  const [idol] = words.asked.idols;
  if (!idol) return undefined;
  // Two sentences at most, so that the whole fits.
  const profile =
    idol.profile
      .match(/[^.!?。！？]+[.!?。！？]+/g)
      ?.slice(0, 2)
      .join('')
      .trim() ?? idol.profile;
  return from(
    words,
    'profiles',
    'explain',
    words.say(`${idol.name}, ${idol.team}: ${profile}`, `${idol.team}的${idol.name}：${profile}`),
  );
});

const birthdayToday: Answer = inElection((words) => {
  const { facts, say, idols } = words;
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: facts.timeZone, month: '2-digit', day: '2-digit' }).format(
    facts.at,
  );
  const names = idols.filter(({ birthday }) => birthday === date).map(({ name }) => name);
  return from(words, 'profiles', 'cheer', names.length > 0
    ? say(`Today is the birthday of ${names.join(' and ')}.`, `今天是${names.join('、')}的生日。`)
    : say('No idol of this election has a birthday today.', '今天沒有偶像過生日。')); // prettier-ignore
});

/** What the host says of an election, its idols and teams. */
export const electionAnswers: Partial<Record<Topic, Answer>> = {
  leader: inElection((words) => {
    const [first] = words.idols;
    return first && from(words, 'ranking', 'count', words.say(
      `${first.name} leads with ${number(first.votes)} votes.`, `目前由${first.name}領先，${number(first.votes)} 票。`)); // prettier-ignore
  }),
  top: inElection((words) => {
    const list = words.idols.slice(0, Math.min(5, words.asked.number ?? 3));
    const shown = list.map(({ name, rank, votes }) =>
      words.say(`${rank} ${name} (${number(votes)})`, `第 ${rank} 名${name}（${number(votes)} 票）`),
    );
    return list.length > 0
      ? from(words, 'ranking', 'count', `${shown.join(words.say(', ', '、'))}${words.say('.', '。')}`)
      : undefined;
  }),
  atPlace,
  last: inElection((words) =>
    words.idols.length > 0 ? from(words, 'ranking', 'count', standing(words.idols.at(-1) as Idol, words)) : undefined,
  ),
  placeOf: inElection(
    (words) => words.asked.idols[0] && from(words, 'ranking', 'count', standing(words.asked.idols[0], words)),
  ),
  votesOf: inElection(
    (words) => words.asked.idols[0] && from(words, 'ranking', 'count', standing(words.asked.idols[0], words)),
  ),
  gap,
  closes: inElection((words) => {
    const { election: { activity }, say, time } = words; // prettier-ignore
    const end = time(activity.closesAt, activity.timeZone);
    return from(
      words,
      'rules',
      'explain',
      activity.state === 'open'
        ? say(`Voting ends ${end}.`, `投票到 ${end} 截止。`)
        : say(`The closing time is ${end}.`, `截止時間為 ${end}。`),
    );
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
    return (
      team &&
      from(
        words,
        'ranking',
        'count',
        words.say(
          `${team.name} leads the teams with ${number(team.votes)} votes.`,
          `隊伍中由${team.name}領先，${number(team.votes)} 票。`,
        ),
      )
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
          words.say(`${words.asked.team}: ${names.join(', ')}.`, `${words.asked.team}：${names.join('、')}。`),
        )
      : undefined;
  }),
  teamOf: inElection((words) => words.asked.idols[0] && from(words, 'profiles', 'explain', words.say(
    `${words.asked.idols[0].name} is in ${words.asked.idols[0].team}.`, `${words.asked.idols[0].name}是${words.asked.idols[0].team}的成員。`))), // prettier-ignore
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
  ticketWorth: inElection((words) => from(words, 'rules', 'explain', words.say(
    `A ticket is worth ${words.election.activity.votesPerTicket} votes.`, `每張投票券可換 ${words.election.activity.votesPerTicket} 票。`))), // prettier-ignore
  howToVote: inElection((words) => from(words, 'rules', 'explain', words.say(
    `Open an idol's page, choose how many votes, and confirm. You have ${words.election.activity.freeVotesPerDay} free votes a day; tickets bring more.`,
    `打開偶像的頁面，選好票數再確認就能投票。每天有 ${words.election.activity.freeVotesPerDay} 票免費，投票券可以換更多票。`))), // prettier-ignore
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
  birthday: inElection((words) => {
    const [idol] = words.asked.idols;
    return idol?.birthday
      ? from(
          words,
          'profiles',
          'cheer',
          words.say(
            `${idol.name}'s birthday is ${dayOf(idol.birthday, words.say)}.`,
            `${idol.name}的生日是 ${dayOf(idol.birthday, words.say)}。`,
          ),
        )
      : undefined;
  }),
  birthdayToday,
  hobby: inElection((words) => {
    const [idol] = words.asked.idols;
    return idol?.hobby
      ? from(
          words,
          'profiles',
          'explain',
          words.say(`${idol.name}'s hobby: ${idol.hobby}.`, `${idol.name}的興趣：${idol.hobby}。`),
        )
      : undefined;
  }),
  about,
};
