import type { Facts, Room } from './facts.ts';
import { electionAnswers } from './election-answers.ts';
import { type Topic, understood } from './intents.rules.ts';
import { luckAnswers } from './luck-answers.ts';
import { profileAnswers } from './profile-answers.ts';
import { type Answer, from, type Gesture, number, type Said, timeIn, type Words } from './words.ts';

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

const tickets: Answer = (words) => {
  const { facts, asked, say } = words;
  const open = facts.offers
    .filter(({ state }) => state === 'open')
    .toSorted((one, other) => one.gives.amount - other.gives.amount);
  const offer = open.find(({ gives }) => gives.amount === (asked.numbers[0] ?? 1)) ?? open[0];
  if (!offer || (asked.numbers[0] !== undefined && offer.gives.amount !== asked.numbers[0])) return undefined;
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

function roomText({ title, price, opensAt }: Room, { facts, say, time }: Words): string {
  const cost =
    price === 0
      ? say('It’s free.', '免費入場。')
      : say(`A ticket costs ${number(price)} Points.`, `票價 ${number(price)} 點數。`);
  const start = time(opensAt, facts.timeZone);
  const when = opensAt > facts.at ? say(`starts ${start}`, ` ${start}開始`) : say('is on now', '正在播出');
  return say(`${title} ${when}. ${cost}`, `${title}${when}。${cost}`);
}

const aboutRoom: Answer = (words) => {
  const { room } = words.asked;
  return room && from(words, 'rooms', 'cheer', roomText(room, words));
};

/** What is on, and what comes next. */
const rooms: Answer = (words) => {
  const { facts, say } = words;
  const on = facts.rooms.find(({ opensAt }) => opensAt <= facts.at);
  const [next] = facts.rooms
    .filter(({ opensAt }) => opensAt > facts.at)
    .toSorted((one, other) => one.opensAt.getTime() - other.opensAt.getTime());
  const texts = [on && say(`${on.title} is on now.`, `${on.title}正在播出。`), next && roomText(next, words)].filter(
    (text) => text !== undefined,
  );
  return texts.length > 0 ? from(words, 'rooms', 'cheer', texts.join(say(' ', ''))) : undefined;
};

/** What holds for every event. */
const always =
  (place: Parameters<typeof from>[1], english: string, chinese: string): Answer =>
  (words) =>
    from(words, place, 'explain', words.say(english, chinese));

const answers: Partial<Record<Topic, Answer>> = {
  ...electionAnswers,
  ...luckAnswers,
  ...profileAnswers,
  tickets: (words) => {
    const offer = tickets(words);
    return offer && { ...offer, text: `${offer.text}${words.say(' Points come from tasks.', '做任務可以賺點數。')}` };
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
  topSongs: inSongs(({ facts, asked, say, event }) => {
    const ofFinal = event.state === 'final' || event.state === 'counting' || event.state === 'ended';
    const place = (song: Facts['songs']['songs'][number]) => (ofFinal ? song.rank : song.nominationRank) ?? Infinity;
    // Songs without any share a place that says nothing.
    const ranked = facts.songs.songs
      .filter((song) => place(song) < Infinity && (ofFinal ? song.votes : song.nominations) > 0)
      .toSorted((one, other) => place(one) - place(other));
    const [wanted] = asked.numbers;
    const list = wanted === undefined ? ranked.slice(0, 3) : ranked.filter((song) => place(song) === wanted);
    if (list.length === 0) return undefined;
    return `${list.map((song) => say(`${place(song)} ${song.title}`, `第 ${place(song)} 名〈${song.title}〉`)).join(say(', ', '、'))}${say('.', '。')}`;
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
      `歌曲決選到 ${time(event.final.closesAt, event.timeZone)}截止。`,
    ),
  ),
  songPlaces: inSongs(({ event, say }) =>
    say(`${event.places} songs are in the final.`, `共有 ${event.places} 首歌進入決選。`),
  ),
  nominations: inSongs(({ event, facts, say, time }) => {
    const end = time(event.nominations.closesAt, event.timeZone);
    return new Date(event.nominations.closesAt) > facts.at
      ? say(`Nominations are open until ${end}.`, `提名開放到 ${end}。`)
      : say(`Nominations ended ${end}.`, `提名已在 ${end}結束。`);
  }),
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
  stakeExit: inStaking((plan, { say }) =>
    say(
      `There’s no early exit: staked Points come back automatically after ${plan.periods} weeks.`,
      `質押不能提前取回，${plan.periods} 週期滿後會自動歸還。`,
    ),
  ),
  rooms,
  room: aboutRoom,
  self: (words) => from(words, 'host', 'explain', words.say(
    'No, I’m a program with a drawn face. This answer is automatic, without an AI model.', '我是一個程式，只有畫出來的臉。這則回答是自動產生的，沒有使用 AI 模型。')), // prettier-ignore
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
        'I know the ranking, dates, rules, tickets and gifts, receipts, reviewed votes, tasks, idols, songs, staking, red packets, blind boxes, raffles, live rooms, the featured fan, and how to delete your account.',
        '我知道排名、時間、規則、投票券與轉送、收據、審查中的票、任務、偶像、歌曲、質押、紅包、盲盒、抽獎、直播、焦點粉絲，以及怎麼刪除帳號。',
      ),
    ),
  advice: (words) =>
    from(
      words,
      'host',
      'think',
      words.say('I don’t tell anyone whom to support. It’s your own choice.', '我不會建議支持哪一位，由你自己決定。'),
    ),
  lastSecond: always(
    'rules',
    'A vote counts if our server received it before the closing time, even if our answer comes later.',
    '只要伺服器在截止前收到就算數，回覆晚一點到也沒關係。',
  ),
  takeBack: always(
    'rules',
    'A counted vote can’t be taken back or moved to another idol.',
    '已計入的票不能收回，也不能改投別人。',
  ),
  receipt: always(
    'receipts',
    'Every vote has a receipt. You find yours in your support record.',
    '每次投票都有收據，可以在應援紀錄裡找到。',
  ),
  odd: always(
    'rules',
    'Votes that look unusual are set aside until our team has looked at them. The page Rules lists what was decided.',
    '看起來異常的票會先暫不計入，等待工作人員審查，處理結果列在「活動規則」頁。',
  ),
  gifts: always(
    'mall',
    'You can give tickets to another fan, up to a daily limit.',
    '可以把投票券送給其他粉絲，每天有上限。',
  ),
  featured: always(
    'featured',
    'Of a day’s answered questions, the one with the most raised hands wins, if its fan has agreed to be shown.',
    '一天裡已回答的問題中，最多人舉手的那一題入選，而且要本人同意公開。',
  ),
  picking: always(
    'host',
    'One of the best questions, by raised hands and waiting time, is picked by chance.',
    '從舉手數與等待時間最高的幾題中隨機選出一題。',
  ),
  deleteAccount: always(
    'account',
    'You can delete your account in the app at any time.',
    '你隨時可以在 App 裡刪除帳號。',
  ),
  rules: (words) => from(words, 'rules', 'explain', words.say(
    'The rules are on the page Rules. Once voting has opened, no one can change them.', '規則在「活動規則」頁。開放投票後誰都不能改。')), // prettier-ignore
};
