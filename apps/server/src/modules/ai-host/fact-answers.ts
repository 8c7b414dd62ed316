import { best7Answers } from './best7-answers.ts';
import { electionAnswers } from './election-answers.ts';
import type { Facts, Room } from './facts.ts';
import { luckAnswers } from './luck-answers.ts';
import { mallAnswers } from './mall-answers.ts';
import { profileAnswers } from './profile-answers.ts';
import { reviewAnswers } from './review-answers.ts';
import { type Answer, from, type Gesture, number, type Words } from './words.ts';

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

/** By the names of facts. */
export const factAnswers: Readonly<Record<string, Answer>> = {
  ...electionAnswers,
  ...best7Answers,
  ...luckAnswers,
  ...mallAnswers,
  ...profileAnswers,
  ...reviewAnswers,
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
  songCount: inSongs(({ facts, say }) => {
    const { length } = facts.songs.songs;
    return length === 0 ? undefined : say(`There are ${length} songs.`, `共有 ${length} 首歌。`);
  }),
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
    say(
      `A stake has at least ${number(plan.least)} and at most ${number(plan.most)} Points.`,
      `每次質押最少 ${number(plan.least)} 點數，最多 ${number(plan.most)} 點數。`,
    ),
  ),
  stakeMost: inStaking((plan, { say }) =>
    say(
      `A stake has at most ${number(plan.most)} Points, and at least ${number(plan.least)}.`,
      `每次質押最多 ${number(plan.most)} 點數，最少 ${number(plan.least)} 點數。`,
    ),
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
};
