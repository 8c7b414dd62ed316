import type { Election, Facts, Idol } from './facts.ts';
import { type Asked, type Topic, understood } from './intents.rules.ts';

export type Gesture = 'greet' | 'explain' | 'count' | 'cheer' | 'think' | 'sorry' | 'care';
export type Said = {
  readonly text: string;
  readonly gesture: Gesture;
  /** What it rests on; null when the host does not know. */
  readonly source: { readonly text: string; readonly to: string | null } | null;
};

type Words = {
  readonly facts: Facts;
  readonly asked: Asked;
  /** One of two texts, by the language of the question. */
  readonly say: (english: string, chinese: string) => string;
  readonly number: (value: number) => string;
  readonly time: (at: Date | string, timeZone: string) => string;
};
type Answer = (words: Words) => Said | undefined;
type ElectionWords = Words & { readonly election: Election; readonly idols: readonly Idol[] };

/** Puts an answer together from the facts. What it does not understand or find, it says it does not know. */
export function answerByFacts(question: string, facts: Facts): Said {
  const say = (english: string, chinese: string) => (facts.language === 'zh_TW' ? chinese : english);
  const asked = understood(question, facts);
  const answer = asked && answers[asked.topic]?.({ facts, asked, say, number, time: timeIn(say) });
  return answer ?? unknown(say);
}

export function unknown(say: Words['say']): Said {
  return { text: say("I don't know that one.", '這題我不知道。'), gesture: 'sorry', source: null };
}

const number = (value: number) => value.toLocaleString('en-US');

function timeIn(say: Words['say']): Words['time'] {
  return (at, timeZone) => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23',
    }).formatToParts(new Date(at)); // prettier-ignore
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    const clock = `${part('hour')}:${part('minute')}`;
    const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
    const month = new Date(`${part('month')} 1, 2000`).getMonth() + 1;
    return say(
      `${part('month')} ${part('day')}, ${clock} (${place})`,
      `${month} 月 ${part('day')} 日 ${clock}（${place === 'Taipei' ? '臺北時間' : place}）`,
    );
  };
}

/** `03-14` in words. */
function dayOf(monthDay: string, say: Words['say']): string {
  const [month = 1, day = 1] = monthDay.split('-').map(Number);
  const name = new Date(2000, month - 1, 1).toLocaleString('en-US', { month: 'short' });
  return say(`${name} ${day}`, `${month} 月 ${day} 日`);
}

const places = {
  ranking: ['Source: the ranking', '來源：排行榜', '/vote-activity'],
  rules: ['Source: the published rules', '來源：已公布的規則', '/rule'],
  profiles: ['Source: her profile', '來源：偶像個人頁', '/vote-activity'],
  tasks: ['Source: the task list', '來源：任務列表', '/task'],
  mall: ['Source: the points mall', '來源：點數商城', '/mall'],
  songs: ['Source: the song vote', '來源：歌曲投票', '/snh48vote'],
  staking: ['Source: the staking page', '來源：質押頁', '/stake'],
  rooms: ['Source: the live rooms', '來源：直播間', '/live'],
  host: ['Source: the rules of the AI host', '來源：AI 分身規範', '/ai-avatar-rules'],
} as const;

function from({ say }: Pick<Words, 'say'>, place: keyof typeof places, gesture: Gesture, text: string): Said {
  const [english, chinese, to] = places[place];
  return { text, gesture, source: { text: say(english, chinese), to } };
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
      text: `${said.text} ${words.say(`Counts are frozen since ${since}.`, `票數自 ${since} 起凍結顯示。`)}`,
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

const tickets: Answer = (words) => {
  const { facts, asked, say } = words;
  const open = facts.offers
    .filter(({ state }) => state === 'open')
    .toSorted((one, other) => one.gives.amount - other.gives.amount);
  const offer = open.find(({ gives }) => gives.amount === (asked.number ?? 1)) ?? open[0];
  if (!offer || (asked.number !== undefined && offer.gives.amount !== asked.number)) return undefined;
  return from(words, 'mall', 'explain', say(
    `The points mall has ${offer.gives.amount} ${offer.gives.amount === 1 ? 'ticket' : 'tickets'} for ${number(offer.price)} Points.`,
    `點數商城可以用 ${number(offer.price)} 點數換 ${offer.gives.amount} 張投票券。`,
  )); // prettier-ignore
};

/** With the staking plan that is on. */
const inStaking =
  (text: (plan: NonNullable<Facts['staking']['plan']>, words: Words) => string | undefined): Answer =>
  (words) => {
    const { plan } = words.facts.staking;
    const said = plan && text(plan, words);
    return said ? from(words, 'staking', 'explain', said) : undefined;
  };

const inSongs =
  (
    text: (words: Words & { event: NonNullable<Facts['songs']['event']> }) => string | undefined,
    gesture: Gesture = 'explain',
  ): Answer =>
  (words) => {
    const { event } = words.facts.songs;
    const said = event && text({ ...words, event });
    return said ? from(words, 'songs', gesture, said) : undefined;
  };

const roomText: Answer = (words) => {
  const { facts, asked, say, time } = words;
  const coming = facts.rooms
    .filter(({ opensAt }) => opensAt > facts.at)
    .toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime());
  const room = asked.room ?? coming[0] ?? facts.rooms[0];
  if (!room) return undefined;
  const price =
    room.price === 0
      ? say('It’s free.', '免費入場。')
      : say(`A ticket costs ${number(room.price)} Points.`, `票價 ${number(room.price)} 點數。`);
  const start = time(room.opensAt, facts.timeZone);
  const when = room.opensAt > facts.at ? say(`starts ${start}`, `${start} 開始`) : say('is on now', '正在播出');
  return from(words, 'rooms', 'cheer', say(`${room.title} ${when}. ${price}`, `${room.title} ${when}。${price}`));
};

/** Numbers of examples stand in the answers of `answers` only if the facts have them; the guard checks it again. */
const answers: Partial<Record<Topic, Answer>> = {
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
  tickets: (words) => {
    const offer = tickets(words);
    return offer && { ...offer, text: `${offer.text} ${words.say('Points come from tasks.', '做任務可以賺點數。')}` };
  },
  points: (words) => from(words, 'tasks', 'explain', words.say(
    `Earn Points with tasks, and use them for tickets. There are ${words.facts.tasks.length} tasks on the list.`,
    `做任務可以賺點數，點數可以換投票券。任務列表共有 ${words.facts.tasks.length} 個任務。`)), // prettier-ignore
  bestTask: (words) => {
    const [best] = words.facts.tasks.toSorted((one, other) => other.reward - one.reward);
    return (
      best &&
      from(
        words,
        'tasks',
        'explain',
        words.say(
          `The task “${best.title}” pays the most: ${best.reward} Points.`,
          `點數最多的任務是「${best.title}」：${best.reward} 點數。`,
        ),
      )
    );
  },
  tasks: (words) => {
    const daily = words.facts.tasks
      .filter(({ period }) => period === 'daily')
      .slice(0, 3)
      .map(({ title }) => title);
    return daily.length > 0
      ? from(
          words,
          'tasks',
          'explain',
          words.say(`Daily tasks include ${daily.join(', ')}.`, `每日任務有${daily.join('、')}等等。`),
        )
      : undefined;
  },
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
  rules: (words) => from(words, 'rules', 'explain', words.say(
    'The rules are on the page Rules. Once voting has opened, no one can change them.', '規則在「活動規則」頁。開放投票後誰都不能改。')), // prettier-ignore
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
  topSongs: inSongs(({ facts, say, event }) => {
    const ofFinal = event.state === 'final' || event.state === 'counting' || event.state === 'ended';
    const place = (song: Facts['songs']['songs'][number]) => (ofFinal ? song.rank : song.nominationRank) ?? Infinity;
    const list = facts.songs.songs.toSorted((one, other) => place(one) - place(other)).slice(0, 3);
    return `${list.map(({ title }, index) => say(`${index + 1} ${title}`, `第 ${index + 1} 名〈${title}〉`)).join(say(', ', '、'))}${say('.', '。')}`;
  }, 'count'),
  votesOfSong: inSongs(({ asked: { song }, say }) => song && (song.rank === null
    ? say(`“${song.title}” has ${number(song.nominations)} nominations, place ${song.nominationRank}.`, `〈${song.title}〉有 ${number(song.nominations)} 次提名，第 ${song.nominationRank} 名。`)
    : say(`“${song.title}” is in place ${song.rank} with ${number(song.votes)} votes.`, `〈${song.title}〉目前第 ${song.rank} 名，${number(song.votes)} 票。`)), 'count'), // prettier-ignore
  aboutSong: inSongs(
    ({ asked: { song }, say }) =>
      song &&
      say(
        `“${song.title}” is by ${song.artist}, from ${song.year}.`,
        `〈${song.title}〉由${song.artist}演唱，${song.year} 年推出。`,
      ),
  ),
  songsEnd: inSongs(({ event, say, time }) =>
    say(
      `The song final ends ${time(event.final.closesAt, event.timeZone)}.`,
      `歌曲決選到 ${time(event.final.closesAt, event.timeZone)} 截止。`,
    ),
  ),
  songPlaces: inSongs(({ event, say }) =>
    say(`${event.places} songs are in the final.`, `共有 ${event.places} 首歌進入決選。`),
  ),
  concert: inSongs(({ event, say, time }) => event.concert ? say(
    `The concert is ${time(event.concert.startsAt, event.timeZone)}, at ${event.concert.place}.`, `演唱會在 ${time(event.concert.startsAt, event.timeZone)}，地點是${event.concert.place}。`) : undefined), // prettier-ignore
  voteSong: inSongs(({ say }) =>
    say('Open the song vote, choose a song, and confirm your votes.', '打開歌曲投票頁，選一首歌，再確認票數。'),
  ),
  staking: inStaking((plan, { say }) =>
    say(
      `You hold Points for ${plan.periods} weeks and share a pool each week. They come back automatically.`,
      `把點數放 ${plan.periods} 週，每週分享獎池，期滿點數自動歸還。`,
    ),
  ),
  stakeWeeks: inStaking((plan, { say }) =>
    say(
      `A stake lasts ${plan.periods} weeks and comes back automatically.`,
      `質押為期 ${plan.periods} 週，期滿自動歸還。`,
    ),
  ),
  stakePool: inStaking((_, { say, facts: { staking } }) => {
    const pool = (staking.current ?? staking.next)?.pool;
    return pool === undefined
      ? undefined
      : say(`The pool of the week has ${number(pool)} Points.`, `本週獎池有 ${number(pool)} 點數。`);
  }),
  stakeLeast: inStaking((plan, { say }) =>
    say(`A stake has at least ${number(plan.least)} Points.`, `每次質押至少 ${number(plan.least)} 點數。`),
  ),
  stakeMost: inStaking((plan, { say }) =>
    say(`A stake has at most ${number(plan.most)} Points.`, `每次質押最多 ${number(plan.most)} 點數。`),
  ),
  rooms: roomText,
  room: roomText,
  self: (words) => from(words, 'host', 'explain', words.say(
    'No, I’m a program with a drawn face. My answers are automatic, without an AI model.', '我是一個程式，只有畫出來的臉。我的回答是自動產生的，沒有使用 AI 模型。')), // prettier-ignore
  greeting: (words) =>
    from(
      words,
      'host',
      'greet',
      words.say('Hi! Ask me about the ranking, the rules, idols or songs.', '你好！可以問我排名、規則、偶像或歌曲。'),
    ),
  help: (words) =>
    from(
      words,
      'host',
      'explain',
      words.say(
        'I know the ranking, dates, rules, tickets, tasks, idols, songs and staking.',
        '我知道排名、時間、規則、投票券、任務、偶像、歌曲和質押。',
      ),
    ),
  advice: (words) =>
    from(
      words,
      'host',
      'think',
      words.say('I don’t tell anyone whom to support. It’s your own choice.', '我不會建議支持哪一位，由你自己決定。'),
    ),
};
