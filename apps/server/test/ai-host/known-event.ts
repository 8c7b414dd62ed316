import type { Language } from '@lightstick/contract';
import type { HostFacts, Idol } from '#/modules/ai-host/facts.ts';

const now = new Date('2026-11-26T04:00:00.000Z');
const timeZone = 'Asia/Taipei';

/** Rank by order: English name, Chinese name, team, votes, birthday, hobby in both languages, profile in both languages. */
const idols = `
Lumi Tang|湯露米|0|18420|03-14|naming convenience-store cats|幫超商門口的貓取名字|Captain. In any dark room she finds the \
spotlight.|隊長。走進再暗的房間，永遠先找到聚光燈。
Sanna Ho|何珊娜|2|17935|10-10|sweeping, theatrically|很有戲地掃地|Sweeps the stage after every show.|每場演出後都會掃舞台。
Sabel Kao|高莎貝|1|15210|08-12|keeping tickets from wrong trains|收藏搭錯車的車票|Late, but with a good story.|遲到，但總有好故事。
Fern Ku|古芙恩|3|14880|04-22|recording birds at dawn|清晨錄鳥叫|Records birds before rehearsals.|排練前先去錄鳥叫。
Kiko Meng|孟琪可|1|13002|07-05|drumming on anything|把任何東西都當鼓打|Drums on tables.|連桌子都能當鼓打。
Marin So|蘇瑪凜|2|12544|06-08|reading tide tables aloud|朗讀潮汐表|The loudest hello of the tide.|全隊最大聲的招呼。
Hazel Yen|顏小榛|3|11987|02-05|soldering|焊接|Repairs every cable.|什麼線都修得好。
Aster Kang|康紫菀|1|11450|02-22|handwriting|手寫信|Answers every letter by hand.|每封信都用手寫回。
Nabi Luo|駱娜比|0|10211|06-27|riding elevators to the top floor|搭電梯到頂樓再搭下來|Counts the beat in floors.|數拍子用樓層。
Bibi Fang|方比比|2|9876|03-30|forgiving people quickly|很快原諒別人|Forgives first and asks later.|先原諒再問原因。
Maple Tsou|鄒小楓|3|9120|10-02|ironing handkerchiefs|燙手帕|Always has a clean handkerchief.|永遠有乾淨的手帕。
Mori Pai|白茉里|0|8645|04-08|singing to houseplants|唱歌給盆栽聽|Talks to her houseplants in harmony. The ferns prefer the \
alto.|跟盆栽說話會自動合聲。蕨類偏愛女低音。
Ines Pan|潘旖汐|2|8120|08-28|restringing instruments|替樂器換弦|Restrings in the dark.|摸黑也能換弦。
Juno Wei|魏千燈|0|7702|10-31|writing riddles|出謎語|Writes riddles for the crew.|替工作人員出謎語。
Orrin Sha|夏歐凜|1|7011|12-01|walking without an umbrella|下雨天散步不帶傘|Owns no umbrella.|沒有雨傘。
Dodo Chiu|邱朵拉|1|6543|05-17|voice messages over three minutes|傳超過三分鐘的語音訊息|Sends long voice messages.|語音訊息都很長。
Teal Du|杜青鷗|2|5980|01-07|timing instant noodles|泡麵計時|Never overcooks noodles.|泡麵從不過軟。
Cedar Ting|丁雪松|3|5432|12-21|trampolines|彈翻床|Jumps before she speaks.|先跳再說話。
Pico Chien|簡琵可|0|5001|11-02|collecting broken amplifiers|收集壞掉的音箱|The smallest person with the biggest bass.|個子最小，貝斯最大把。
Nell Yu|俞念月|1|4400|09-23|stargazing from parking lots|在停車場看星星|Knows every parking lot with stars.|知道哪個停車場看得到星星。
Bean Ngai|倪小豆|3|3877|07-30|drafting group-chat laws|替群組聊天室立法|Writes the laws of the group chat.|替群組聊天室立法。
Tofi Hsu|許多霏|0|3321|01-19|baking for other people's birthdays|替別人的生日烤蛋糕|Bakes cookies for the front row.|烤餅乾給第一排。
Pearl Jan|詹珠兒|2|3565|11-26|hiding behind curtains|躲在布幕後面|Hides behind curtains.|躲在布幕後面。
Olive Shih|石橄欖|3|293|05-05|board games|桌上遊戲|Has never lost a board game.|桌遊沒輸過。`
  .trim()
  .split('\n')
  .map((line) => line.split('|'))
  .toSorted((one, other) => Number(other[3]) - Number(one[3]));

const teams = [
  ['Team Firefly', '螢火隊', 62_010],
  ['Team Comet', '彗星隊', 57_616],
  ['Team Tidal', '潮聲隊', 58_020],
  ['Team Grove', '林響隊', 36_959],
] as const;

const songs = [
  ['Small Light', '小小的光', 'Team Firefly', '螢火隊', 2024, 2310],
  ['Late Again', '又遲到了', 'Team Comet', '彗星隊', 2025, 2105],
  ['Tide Table', '潮汐表', 'Team Tidal', '潮聲隊', 2023, 1880],
  ['Rings', '年輪', 'Team Grove', '林響隊', 2024, 1502],
  ['Convenience Store Moon', '超商的月亮', 'Lumi Tang', '湯露米', 2025, 1377],
] as const;

/** The idols by their numbers, which are not their places. */
const numbered =
  'Lumi Pico Nabi Tofi Mori Juno Sabel Aster Kiko Orrin Dodo Nell Marin Bibi Sanna Ines Teal Pearl Fern ' +
  'Maple Hazel Cedar Bean Olive';

function electionIn(language: Language) {
  const say = <Text>(english: Text, chinese: Text) => (language === 'en_US' ? english : chinese);
  const window = { opensAt: '2026-11-15T04:00:00.000Z', closesAt: '2026-11-28T14:00:00.000Z' };
  const prizes = [
    { fromRank: 1, toRank: 1, title: say('The center of the next single', '下一張單曲的 Center') },
    { fromRank: 2, toRank: 3, title: say('A duet written just for them', '一首量身打造的雙人曲') },
    {
      fromRank: 4,
      toRank: 7,
      title: say('A place among the Seven who sing the title song', '入選演唱主打歌的「七人」'),
    },
    { fromRank: 8, toRank: 24, title: say('A verse on the album', '專輯裡的一段主歌') },
  ];
  return {
    activity: {
      ...window,
      activityId: '1004',
      title: say('Center of the Night Sky', '夜空中央總選'),
      state: 'open',
      timeZone,
      votesPerTicket: 10,
      freeVotesPerDay: 3,
      dailyCap: 1000,
      tieRule: 'reachedFirst',
      rounds: [{ round: 1, ...window, goOn: null }],
      totalVotes: 214_605,
      prizes,
    },
    rules: {
      displayFreezeMinutes: 60,
      endingLimits: [
        { withinMinutes: 60, votes: 200 },
        { withinMinutes: 10, votes: 50 },
      ],
      quarantine: {
        callsPerMinute: 25,
        fansPerDevice: 4,
        fansPerAddress: 3000,
        decideWithinHours: 36,
        ifUndecided: 'released',
      },
    },
    idols: idols.map(
      (
        [english = '', chinese = '', team, votes, birthday = '', hobby = '', hobbyInChinese, ...profile],
        index,
      ): Idol => ({
        idolId: String(index),
        name: say(english, chinese),
        names: [english, chinese],
        number: numbered.split(' ').indexOf(english.split(' ')[0] ?? '') + 1,
        team: say(...(teams[Number(team)]?.slice(0, 2) as [string, string])),
        profile: say(profile[0] ?? '', profile[1] ?? ''),
        birthday,
        hobby: say(hobby, hobbyInChinese ?? ''),
        votes: Number(votes),
        rank: index + 1,
        isOut: false,
      }),
    ),
    withdrawn: [{ name: say('Wren Sung', '宋小鷦'), names: ['Wren Sung', '宋小鷦'], number: 25 }],
    teams: teams.map(([english, chinese, votes]) => ({
      name: say(english, chinese),
      names: [english, chinese],
      votes,
    })),
    frozenAt: null,
  };
}

function othersIn(language: Language) {
  const say = <Text>(english: Text, chinese: Text) => (language === 'en_US' ? english : chinese);
  const task = (english: string, chinese: string, reward: number, period: 'once' | 'daily' | 'weekly') => ({
    title: say(english, chinese),
    reward,
    period,
  });
  return {
    songs: {
      event: {
        state: 'final',
        timeZone,
        places: 10,
        nominations: { closesAt: '2026-11-24T16:00:00.000Z' },
        final: { closesAt: '2026-11-28T06:00:00.000Z' },
        concert: { startsAt: '2026-12-12T11:00:00.000Z', place: say('Harbour Hall 3', '港灣三館') },
      },
      songs: songs.map(([title, titleInChinese, artist, artistInChinese, year, votes], index) => ({
        songId: String(index),
        title: say<string>(title, titleInChinese),
        artist: say<string>(artist, artistInChinese),
        year,
        nominations: 100 - index,
        nominationRank: index + 1,
        votes,
        rank: index + 1,
      })),
    },
    ...mallIn(say),
    best7: best7In(say),
    tasks: [
      task('Visit Team Firefly', '拜訪螢火隊', 30, 'daily'),
      task('Visit Team Comet', '拜訪彗星隊', 30, 'daily'),
      task('Compare notes', '交換情報', 90, 'weekly'),
      task('Upload fifteen seconds for her', '上傳為她拍的十五秒', 200, 'once'),
    ],
    staking: {
      plan: { periods: 4, factorPercent: 120, least: 10, most: 50_000 },
      current: { pool: 20_000 },
      next: null,
    },
    rooms: [
      {
        title: say('Rehearsal stage', '排練舞台'),
        opensAt: new Date('2026-11-01T00:00:00Z'),
        closesAt: null,
        price: 0,
      },
      {
        title: say('Sofa concert', '沙發演唱會'),
        opensAt: new Date('2026-11-27T12:00:00Z'),
        closesAt: new Date('2026-11-27T13:00:00Z'),
        price: 50,
      },
    ],
    luck: luckIn(say),
  };
}

type Say = (english: string, chinese: string) => string;

function mallIn(say: Say) {
  const offer = (title: string, amount: number, price: number, perFanLimit: number | null, state = 'open') => ({
    title,
    price,
    perFanLimit,
    state,
    opensAt: '2026-11-27T14:00:00.000Z',
    gives: { assetName: 'TICKET', amount },
  });
  const pack = (title: string, votes: number, bonusVotes: number, price: number) => ({
    goodsId: title,
    title,
    votes,
    bonusVotes,
    price,
    state: 'open',
  });
  return {
    offers: [
      offer(say('One ticket', '單張投票券'), 1, 50, null),
      offer(say('Three for the encore', '安可三張組'), 3, 140, 60),
      offer(say('The whole front row', '包下第一排'), 10, 450, 20),
      offer(say('Welcome bundle', '新朋友見面禮'), 5, 140, 1),
      offer(say('Collector’s box of fifty', '五十張珍藏盒'), 50, 1900, 2),
      offer(say('Last-night express', '末班車加開票'), 20, 780, 3, 'notOpen'),
    ],
    packs: [pack(say('Beam', '光束'), 300, 45, 1400), pack(say('Floodlight', '滿場燈海'), 600, 120, 2700)],
  };
}

function best7In(say: Say) {
  return {
    closesAt: '2026-12-05T14:00:00.000Z',
    timeZone,
    standings: ['Orrin Sha', 'Fern Ku', 'Lumi Tang', 'Bean Ngai'].map((english, index) => ({
      name: nameOf(english, say),
      rank: index + 1,
      points: 600 - 17 * index,
    })),
  };
}

function nameOf(english: string, say: Say): string {
  const [, chinese = ''] = idols.find(([name]) => name === english) ?? [];
  return say(english, chinese);
}

function luckIn(say: Say) {
  const packet = (title: string, day: string, hour: string) => ({
    title,
    opensAt: `2026-11-${day}T${hour}:30:00.000Z`,
    closesAt: `2026-11-${day}T${String(Number(hour) + 2).padStart(2, '0')}:30:00.000Z`,
  });
  const window = { opensAt: '2026-11-22T13:30:00.000Z', closesAt: '2026-11-29T13:00:00.000Z' };
  return {
    packets: [
      packet(say('Lunch-break packet', '午休紅包'), '26', '04'),
      packet(say('Prime-time packet', '晚安紅包'), '26', '12'),
    ],
    boxes: [
      {
        ...window,
        title: say('Lost & found box', '失物招領盲盒'),
        price: 100,
        left: 1000,
        rareLeft: 50,
        rareWithin: 30,
      },
    ],
    raffles: [
      {
        ...window,
        title: say('Sunday night raffle', '週日夜抽獎'),
        price: 10,
        firstPrize: say('First prize: 8,888 Points', '頭獎 8,888 點數'),
      },
    ],
  };
}

/** Makes up an event, as the host sees it at noon of 26 November 2026 in Taipei. */
export function knownEvent(language: Language): HostFacts {
  const facts = { language, at: now, timeZone, election: electionIn(language), ...othersIn(language) };
  // The calls answer with more than a host reads.
  return facts as unknown as HostFacts;
}
