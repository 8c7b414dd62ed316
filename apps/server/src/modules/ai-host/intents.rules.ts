import type { Facts, Idol, Room } from './facts.ts';
import { bigramsOf } from './question.rules.ts';

type Song = Facts['songs']['songs'][number];

/** What a question is about, as far as the host understands it. */
export type Asked = {
  readonly topic: Topic;
  readonly idols: readonly Idol[];
  readonly team: string | undefined;
  readonly song: Song | undefined;
  readonly room: Room | undefined;
  /** A number or place in the question. */
  readonly number: number | undefined;
};

/** Signs that stand for names and numbers, so that one example covers every idol. */
const signs = { idol: '☆', team: '◆', song: '♪', room: '▣', number: '№' } as const;

/**
 * Examples of what fans ask, by topic, in both languages. `beyond` is what no fact tells: without it, such a question would
 * look like the nearest known one.
 */
const examples = {
  leader: ['who is leading', 'who is winning', 'who is in first place now', 'who is number one', 'current leader of the election', 'who has the most votes', '誰領先', '目前第一名是誰', '現在誰第一', '誰的票最多', '誰排在最前面', 'who is ahead', 'which idol has the most votes', '誰票數最高', '目前誰票數最高', '誰目前票數最高', '票數最高的是誰', '哪位偶像領先'],
  top: ['who are the top №', 'top № of the ranking', 'show me the ranking', 'show the top idols', 'current standings', 'list the leaders', '前№名是誰', '目前前№', '排行榜', '目前的排名', '名次怎麼樣', '前幾名有誰'],
  atPlace: ['who is in № place', 'who is №', 'which idol is number № in the ranking', 'who holds place №', '第№名是誰', '排名第№的是哪一位', '誰是第№名', '第№是誰'],
  last: ['who is last', 'who is in last place', 'who has the fewest votes', '最後一名是誰', '誰墊底', '誰的票最少'],
  placeOf: ['what rank is ☆', 'what place is ☆ in', 'where does ☆ stand', 'how is ☆ doing', 'is ☆ still in the top №', 'is ☆ first', 'ranking of ☆', 'what position does ☆ have', '☆第幾名', '☆現在排第幾', '☆的名次', '☆的排名', '☆還在前№嗎', '☆目前表現如何', '☆是第№名嗎'],
  votesOf: ['how many votes does ☆ have', 'votes of ☆ so far', 'how many votes has ☆ got', 'vote count for ☆', '☆有幾票', '☆目前得票數', '☆拿到多少票', '☆的票數', '☆有多少票', '☆多少票'],
  gap: ['how far is ☆ behind ☆', 'gap between ☆ and ☆', 'gap between № and №', 'how far behind is ☆ from № place', 'how many votes does ☆ need to catch up', 'how many votes is ☆ behind', 'what is the gap at the top', 'difference between ☆ and ☆', 'how close is the race', 'how much is ☆ ahead', '☆落後☆多少票', '☆跟☆差多少', '☆和☆差幾票', '第№名和第№名差幾票', '☆離第№名差幾票', '☆還差多少票', '☆還差幾票才能追上第№', '差距多少', '☆領先多少'],
  closes: ['when does voting end', 'when does the election close', 'until when can i vote', 'how long can i still vote', 'how much time is left to vote', 'deadline of the vote', 'last day to vote', '投票什麼時候結束', '總選幾點截止', '還可以投多久', '投票到什麼時候', '投票期限', '剩下多少時間可以投票', '投票到哪一天'],
  opens: ['when did voting start', 'when does the election open', 'since when can we vote', '投票什麼時候開始', '總選哪天開始', '幾時開放投票'],
  total: ['how many votes were cast in total', 'total votes so far', 'total number of votes', 'how many votes are there altogether', '總共有多少票', '全部的總票數', '目前總票數', '一共投了幾票'],
  leadingTeam: ['which team is leading', 'which team has the most votes', 'best team right now', 'ranking of the teams', '哪一隊領先', '哪隊票最多', '隊伍排名', '哪個隊伍第一'],
  teams: ['what teams are there', 'list all teams', 'how many teams take part', '有哪些隊伍', '有幾隊', '隊伍有哪些'],
  votesOfTeam: ['how many votes does ◆ have', 'votes of ◆', 'how is ◆ doing', '◆有幾票', '◆目前的票數', '◆得票多少', '◆的票數', '◆有多少票'],
  members: ['who is in ◆', 'members of ◆', 'which idols belong to ◆', 'tell me about ◆', '◆有誰', '◆的成員', '◆有哪些偶像', '介紹◆', '◆成員有誰', '◆裡面有誰'],
  teamOf: ['which team is ☆ in', 'what team does ☆ belong to', 'team of ☆', '☆是哪一隊', '☆屬於哪隊', '☆在哪一隊'],
  prizes: ['what does the winner get', 'what are the prizes', 'what do you win for № place', 'rewards of the election', 'what is the prize for № place', '第一名可以得到什麼', '有什麼獎品', '第№名的獎勵', '冠軍有什麼獎', '獎勵是什麼', '得獎有什麼好處'],
  freeVotes: ['how many free votes do i get every day', 'is voting free', 'do i have to pay to vote', 'free votes per day', 'does it cost anything to vote', '每天有幾張免費票', '免費票數', '投票要錢嗎', '投票免費嗎', '每天可以免費投幾票', 'do i need money to vote', 'is it free'],
  dailyCap: ['how many votes can i cast per day', 'what is the daily limit', 'maximum votes a day', 'is there a limit for votes each day', '一天最多可以投幾票', '每日上限多少', '每天投票有上限嗎', 'max votes per day', 'most votes per day', '每日最多投幾票', '一天能投多少票'],
  ticketWorth: ['how many votes is a ticket worth', 'what do i get for № ticket', 'how many votes does one ticket give', 'ticket to votes rate', '一張投票券等於幾票', '投票券可以換多少票', '一張券換幾票', '№張投票券換幾票'],
  tickets: ['how do i get tickets', 'where can i buy vote tickets', 'how much is a ticket', 'what do № tickets cost', 'price of № tickets', 'how many points is a ticket', 'what is in the mall', '投票券要怎麼拿', '哪裡可以買投票券', '投票券多少點數', '№張投票券要幾點', '№張的投票券多少錢', '商城賣什麼', '怎麼換投票券', '№張票券要多少點', '№張券多少點數', '一張券多少錢'],
  points: ['how do i earn points', 'how can i get points', 'where do points come from', 'what are points for', 'fast way to collect points', '怎麼賺點數', '點數要怎麼拿', '如何累積點數', '點數可以做什麼', '點數怎麼來', '要怎麼得到點數', '怎麼拿點數', '點數怎麼賺'],
  bestTask: ['which task pays the most', 'task with the highest reward', 'most valuable task', '哪個任務點數最多', '獎勵最高的任務', '哪個任務最好賺'],
  tasks: ['what tasks can i do today', 'which tasks are there', 'list of daily tasks', 'how many tasks are there', '今天可以做什麼任務', '有哪些任務', '每日任務有什麼', '有幾個任務'],
  howToVote: ['how do i vote', 'how does voting work', 'how can i vote for an idol', 'explain the voting', '要怎麼投票', '投票方式', '怎麼投票給偶像', '如何投票'],
  ties: ['what happens if two idols tie', 'who ranks higher with the same number of votes', 'rule for equal votes', 'what about a draw', '同票怎麼辦', '票數一樣誰在前面', '平手的話', '兩個人票數相同'],
  freeze: ['when is the ranking hidden', 'why is the count frozen before the end', 'why can i not see the votes', 'when does the display freeze', '什麼時候看不到票數', '為什麼凍結排名', '什麼時候會隱藏票數', '結束前會凍結嗎'],
  endingLimits: ['are there limits in the last minutes', 'how many votes are allowed in the last hour', 'limit before the end', 'can i cast all my votes at the end', '最後幾分鐘有限制嗎', '最後一小時可以投幾票', '結束前的限制', '截止前最多投幾票'],
  rules: ['where can i read the rules', 'can the rules change during the election', 'what are the rules', 'show me the rules', '哪裡可以看規則', '規則會改嗎', '規則是什麼', '活動規則', '規則中途會變嗎'],
  rounds: ['how many rounds are there', 'when is the next round', 'how many idols go on', '有幾輪', '下一輪什麼時候', '幾個人可以晉級'],
  birthday: ['when is the birthday of ☆', 'when is ☆ birthday', 'when was ☆ born', '☆的生日', '☆生日是哪天', '☆什麼時候出生'],
  birthdayToday: ['whose birthday is today', 'does anyone have a birthday today', 'next birthday', '今天誰生日', '今天是誰生日', '有誰今天過生日', '最近誰生日'],
  hobby: ['what is the hobby of ☆', 'what is ☆ hobby', 'what does ☆ like to do', 'what does ☆ do in her free time', '☆的興趣', '☆的嗜好', '☆喜歡做什麼', '☆平常做什麼'],
  about: ['tell me about ☆', 'who is ☆', 'introduce ☆', 'what should i know about ☆', '介紹☆', '☆是誰', '跟我說說☆', '☆是怎樣的人'],
  topSongs: ['which song is leading the final', 'what are the top songs', 'most popular song', 'ranking of the songs', 'which song has the most votes', '哪首歌第一', '最高票的歌', '歌曲排名', '哪首歌領先', '目前歌曲票數'],
  votesOfSong: ['how many votes does ♪ have', 'what place is ♪ in', 'rank of ♪', 'how is ♪ doing', '♪有幾票', '♪第幾名', '♪現在排第幾', '♪票數'],
  aboutSong: ['who sings ♪', 'from which year is ♪', 'tell me about ♪', 'how long is ♪', '♪是誰唱的', '♪是哪一年的歌', '介紹♪', '♪的演唱者', 'who is performing ♪', '♪是誰的歌', '誰唱♪'],
  songsEnd: ['when does the song final end', 'when does song voting close', 'until when can i vote for songs', '歌曲決選什麼時候結束', '歌曲投票截止', '決選到什麼時候'],
  songPlaces: ['how many songs make it into the concert', 'how many songs are in the final', 'how many songs win', '有幾首歌可以唱進演唱會', '幾首歌晉級', '決選有幾首歌'],
  concert: ['when is the concert', 'where is the concert', 'when and where is the show', '演唱會在哪裡', '演唱會什麼時候', '演唱會地點', '演唱會日期', '演唱會辦在哪', '哪裡辦演唱會', '演唱會何時'],
  voteSong: ['how do i vote for a song', 'how does the song vote work', 'how can i nominate a song', '怎麼投票給歌', '歌曲要怎麼投', '如何提名歌曲'],
  staking: ['what is staking', 'how does staking work', 'explain staking points', '質押是什麼', '質押怎麼運作', '怎麼質押'],
  stakeWeeks: ['how long are staked points locked', 'how many weeks does a stake last', 'when do i get my staked points back', '質押要鎖多久', '質押幾週', '質押的點數什麼時候歸還'],
  stakePool: ['how big is the staking pool this week', 'how many points are in the pool', 'what is the weekly pool', '這週的獎池有多少點數', '質押獎池多大', '本週獎池'],
  stakeLeast: ['what is the minimum stake', 'how little can i stake', 'smallest stake', 'least points to stake', '最少要質押多少', '質押最低', '最低質押點數'],
  stakeMost: ['how much can i stake at most', 'maximum stake', 'limit of staking', '最多可以質押多少', '一次最多質押幾點', '質押上限'],
  rooms: ['what live rooms are coming up', 'when is the next live', 'is anything live now', 'what is on live', '接下來有什麼直播', '下一場直播什麼時候', '現在有直播嗎', '有哪些直播'],
  room: ['when does ▣ start', 'how much is the ticket for ▣', 'what is ▣', 'when is ▣ on', '▣幾點開始', '▣的票多少錢', '▣什麼時候', '▣要多少點數'],
  self: ['are you a real person', 'are you an ai', 'are you human', 'who are you', 'what are you', 'are you a robot', '你是真人嗎', '你是ai嗎', '你是誰', '你是機器人嗎'],
  greeting: ['hello', 'hi', 'hi there', 'good morning', 'good evening', 'hey', 'thank you', '你好', '哈囉', '嗨', '早安', '晚安', '大家好', '謝謝'],
  help: ['what can you answer', 'what can i ask you', 'what do you know', 'help', '你會回答什麼', '可以問你什麼', '你知道什麼', '你能做什麼'],
  advice: ['who should i vote for', 'who do you vote for', 'who is your favourite', 'who will win', 'who is the best idol', 'should i vote for ☆', 'is ☆ better than ☆', 'will ☆ win', '我應該投給誰', '該投誰', '你支持誰', '你最喜歡誰', '誰會贏', '☆會贏嗎', '推薦投誰', '可以投☆嗎', '☆比☆好嗎'],
  beyond: ['is ☆ dating anyone', 'does ☆ have a boyfriend', 'is ☆ single', 'how tall is ☆', 'how old is ☆', 'what is the age of ☆', 'where does ☆ live', 'where is ☆ from', 'what is the phone number of ☆', 'what does ☆ eat', 'why is ☆ sad', 'why did ☆ leave', 'who is the captain of ◆', 'who founded ◆', 'what is the weather', 'will it rain tomorrow', 'tell me a joke', 'what is the capital of a country', 'who is the president', 'who will win the world cup', 'write a poem', 'can i get my money back', 'refund', 'my account is locked', 'i forgot my password', 'what time is it', 'translate this', 'calculate a sum', 'recommend a movie', 'what did you eat', '☆有男朋友嗎', '☆單身嗎', '☆身高多少', '☆幾歲', '☆住在哪裡', '☆是哪裡人', '☆的電話', '☆為什麼難過', '☆喜歡吃什麼', '◆隊長是誰', '明天天氣如何', '會下雨嗎', '講個笑話', '某國的首都是哪裡', '總統是誰', '世界盃誰會贏', '可以退款嗎', '可以退費嗎', '帳號被鎖', '忘記密碼', '現在幾點', '幫我翻譯', '推薦電影', 'how much does ☆ weigh', 'how heavy is ☆', 'is ☆ married', '☆多重', '☆體重', '☆結婚了嗎'],
} as const satisfies Record<string, readonly string[]>; // prettier-ignore

export type Topic = keyof typeof examples;

/** A question must be at least so much like an example, and so much more like it than like any other topic. */
const threshold = 0.5;
const margin = 0.02;

type Vector = ReadonlyMap<string, number>;
type Example = { readonly topic: Topic; readonly signs: string; readonly vector: Vector };

const allExamples = Object.entries(examples).flatMap(([topic, texts]) =>
  texts.map((text) => ({ topic: topic as Topic, signs: signsIn(text), pairs: pairsOf(text) })),
);
/** Pairs in every other example say little about the topic. */
const rarity = (() => {
  const seen = new Map<string, number>();
  for (const { pairs } of allExamples) for (const pair of pairs.keys()) seen.set(pair, (seen.get(pair) ?? 0) + 1);
  return (pair: string) => Math.log((allExamples.length + 1) / ((seen.get(pair) ?? 0) + 0.5));
})();
const known: readonly Example[] = allExamples.map(({ pairs, ...example }) => ({ ...example, vector: vectorOf(pairs) }));

/** What the question is about; undefined when it is like no example, or like two topics. */
export function understood(text: string, facts: Facts): Asked | undefined {
  const { masked, ...named } = mask(text, facts);
  const given = signsIn(masked);
  const vector = vectorOf(pairsOf(masked));
  const best = new Map<Topic, number>();
  for (const example of known) {
    // An example with a name fits only a question with one, and the reverse.
    if (example.signs !== given) continue;
    const score = cosine(vector, example.vector);
    if (score > (best.get(example.topic) ?? 0)) best.set(example.topic, score);
  }
  const [first, second] = [...best].toSorted(([, one], [, other]) => other - one);
  if (!first || first[1] < threshold || first[1] - (second?.[1] ?? 0) < margin) return undefined;
  return { topic: first[0], ...named };
}

/** Which kinds of names a text has; numbers may be missing, as in "the top idols". */
function signsIn(text: string): string {
  return [signs.idol, signs.team, signs.song, signs.room].filter((sign) => text.includes(sign)).join('');
}

function pairsOf(text: string): Map<string, number> {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}☆◆♪▣№]+/gu, ' ')
    .trim();
  // Words of English are bounded; Chinese has no spaces.
  return bigramsOf(` ${plain} `.replaceAll(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, ''));
}

/** Of length 1. */
function vectorOf(pairs: ReadonlyMap<string, number>): Vector {
  const weights = [...pairs].map(([pair, count]) => [pair, Math.sqrt(count) * rarity(pair)] as const);
  const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
  return new Map(weights.map(([pair, weight]) => [pair, weight / length]));
}

function cosine(one: Vector, other: Vector): number {
  let dot = 0;
  for (const [pair, weight] of other) dot += weight * (one.get(pair) ?? 0);
  return dot;
}

/** Words that only make a question polite. */
const courtesies =
  /請問一?下?|請告訴我|想問|想知道|麻煩|\b(please|so|hey|could you tell me|can you tell me|do you know)\b/g;

type Named = Omit<Asked, 'topic'> & { readonly masked: string };

/** Replaces names and numbers by their signs, the longest first. */
function mask(text: string, { election, songs, rooms }: Facts): Named {
  let masked = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’']s\b/g, ' ')
    .replaceAll(courtesies, ' ');
  const find = <Thing>(
    things: readonly Thing[],
    namesOf: (thing: Thing) => readonly string[],
    sign: string,
  ): Thing[] => {
    const names = things.flatMap((thing) => namesOf(thing).map((name) => ({ thing, name: name.toLowerCase() })));
    const found = new Map<Thing, number>();
    for (const { thing, name } of names.toSorted((one, other) => other.name.length - one.name.length)) {
      const pattern = new RegExp(
        /\p{Script=Han}/u.test(name) ? escaped(name) : `(?<![a-z])${escaped(name)}(?![a-z])`,
        'u',
      );
      const place = masked.search(pattern);
      if (place < 0 || found.has(thing)) continue;
      found.set(thing, place);
      masked = masked.replace(pattern, sign);
    }
    return [...found].toSorted(([, one], [, other]) => one - other).map(([thing]) => thing);
  };
  const [room] = find(rooms, ({ title }) => [title], signs.room);
  const [song] = find(songs.songs, ({ title }) => [title], signs.song);
  const [team] = find(
    election?.teams ?? [],
    ({ names }) => names.flatMap((name) => [name, name.replace(/^team /i, '')]),
    signs.team,
  );
  const idols = find(election?.idols ?? [], ({ names }) => names.flatMap(callNames), signs.idol);
  let number: number | undefined;
  masked = masked.replaceAll(numerals, (all: string) => {
    number ??= numberOf(all);
    return signs.number;
  });
  return { masked, idols, team: team?.name, song, room, number };
}

/** The name, and what fans call her: the first name in English, the given name in Chinese. */
function callNames(name: string): string[] {
  const [first = name, ...rest] = name.split(' ');
  if (rest.length > 0) return [name, first];
  return Array.from(name).length === 3 ? [name, name.slice(1)] : [name];
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const cardinals = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const han = '一二三四五六七八九十';
const numerals = new RegExp(
  String.raw`\b\d+(?:st|nd|rd|th)?\b|\d+|\b(?:${[...ordinals, ...cardinals].filter(Boolean).join('|')})\b|(?<=第|前)[${han}](?!隊)|[${han}](?=張|名)`,
  'g',
);

function numberOf(text: string): number {
  const digits = Number.parseInt(text, 10);
  if (Number.isInteger(digits)) return digits;
  return Math.max(ordinals.indexOf(text), cardinals.indexOf(text), han.indexOf(text) + 1);
}
