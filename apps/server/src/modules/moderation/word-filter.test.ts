import { describe, expect, it } from 'vitest';
import { createWordFilter } from './word-filter.ts';

const isFiltered = createWordFilter(['三小', 'ㄍㄋㄋ']);

describe('the word filter', () => {
  it.each([
    'fuck',
    'ＦＵＣＫ',
    'sh1t',
    '你這個白癡',
    '你這個白痴',
    '白 癡',
    '白。癡',
    '智—障',
    '去 ✨ 死',
    'ㄍ ㄋ ㄋ',
    '你妈的',
    '媽的',
    '真他媽的爛',
    '今天媽的好煩',
    '叫他去死',
    '约炮嗎',
    'f u c k',
    'kys',
    '出口 口交',
  ])('finds %j', (text) => {
    expect(isFiltered(text)).toBe(true);
  });

  it.each([
    'a classic',
    'Scunthorpe',
    '今天的舞台好美',
    '死忠粉絲去哪裡',
    '智慧',
    '白白胖胖',
    '媽媽的歌',
    '小豆媽的生日',
    'Mina媽的便當',
    '露米會去死忠粉那邊嗎',
    '會過去死守第一',
    '出口交通管制嗎',
    '還有三小時',
  ])('passes %j', (text) => {
    expect(isFiltered(text)).toBe(false);
  });
});

const harmlessEnglish = `
  shiitake mushrooms, shiitakes, Scunthorpe, a classic, class, bass, assess, assessment, assassin, assorted, assonance
  Assyria, cockpit, peacock, cocktail, Hancock, cocksure, Essex, Sussex, unisex, sextet, pussycat, pussy willow
  Pussy Riot, therapist, grape, drape, scrape, rapped, she rapped so well, rapeseed, Dickens, Dickinson, Dickson
  Moby Dick, Benedict, Penistone, analytics, analysis, analyst, analgesic, annals, reanalyse, canal, banal, banana
  Dianalynn, an album, urban alarm, titan, title, constitution, document, circumstance, cucumber, cumin, Cummings
  cum laude, button, rebuttal, Arsenal, parse, trafficking, feckless, retardant, niggardly, Nigeria, Montenegro
  Matsushita, Yamashita, Shitara, Fukuoka, Fukushima, Fukui, push it, finish it, this hit song, mean us, Taiwan us
  listen is, open is, Fu Ruqiao, Fu Zhang, kung fu, tofu, Semenyo, Pissarro, 455 votes, 4556, rank 4: 55 votes, 7117
  10:45 5, the naked eye, nude lipstick, an ugly duckling, a booby trap, wankel engine
`;
const obscene = `
  fuck, f*ck, fvck, f u c k, fuk u, motherfucker, sh1t, 5h1t, bullshit, shitty, this shit, asshole, a$$, nice ass
  b1tch, bitches, c0ck, suck my cock, d1ck, dickhead, suck my dick, cunt, twat, whore, slut, pussy, wet pussy, penis
  tits, titties, wanker, cum on me, rape you, a rapist, faggot, nigga, nigger, p0rn, porn, pornographic, s3x, sexy
  anal, jizz, dildo, blowjob, send nudes, classic asshole, shiitake shit, a cockpit cock, Dickens is a dick
  pussycat pussy, Fu Ruqiao fuck, Fu Ck, Fu Cking, 455 sh1t
`;
const splitWords = (texts: string) =>
  texts
    .split(/[,\n]/)
    .map((text) => text.trim())
    .filter(Boolean);

describe('English words', () => {
  it.each(splitWords(harmlessEnglish))('%s is harmless', (text) => {
    expect(isFiltered(text)).toBe(false);
  });

  it.each(splitWords(obscene))('%s is not', (text) => {
    expect(isFiltered(text)).toBe(true);
  });
});

const harmless = `
  場館門口交換小卡要排隊嗎
  舞台靠北邊有座位嗎
  女性交通安全嗎
  男性交友要注意什麼
  兩性交流講座好看
  出口交給工作人員
  入口交管幾點結束
  路口交會處集合
  門口交給我就好
  窗口交換票券
  戶口交接
  人口交織的城市
  缺口交給隊友補
  個性交給時間磨
  彈性交貨可以嗎
  理性交談最重要
  感性交響曲好聽
  一次性交清費用
  靠北門比較近
  靠北側的入口在哪
  靠北方的星星
  車站靠北邊有公車
  依靠北極星找路
  靠杯子取暖
  靠杯墊放好
  手靠杯緣
  她能幹你要學
  她很能幹你知道嗎
  樹幹你摸摸看
  骨幹你認識嗎
  體操你會嗎
  早操你做了沒
  情操你有
  失去死黨的她
  過去死守第一
  會去死忠粉那邊嗎
  去死角拍照
  去死海旅行
  理智障眼法
  做愛心便當
  做愛心義工
  做愛玉冰
  當做愛好
  小豆媽的生日
  Mina媽的便當
  我媽的生日
  媽媽的歌
  露米媽的手藝
  還有三小時
  三小節之後副歌
  第三小隊加油
  共三小張
  展露點點星光
  露點水
  顯露點滴
  支援交通
  救援交給專業
  角色情感豐富
  特色情書
  黃色情人節
  藍色情歌
  紅色情懷
  各色情侶裝
  女性交朋友的活動
  放射性交互作用
  週期性交班
  知性交心之夜
  海口交流團
  港口交貨
  胃口交給主廚
  開口交代一下
  親口交代
  隨口交談
  傷口交叉感染
  十字路口交通管制
  售票口交件
  北門口交票
  場館幹你們先進去
  把手機擺好打手槍聲效果
  死白癡呆症不是罵人
  王八蛋糕
  智障人士的座位
  門口交換應援棒
  一號出口交會
  女性交流區在哪
  中性交錯的穿搭
  公共性交給你判斷
  慣性交差
  屬性交換卡
  記性交給手機
  任性交白卷
  屁股靠北牆
  椅子靠杯架
  她把愛豆媽的信收好
  阿豆媽的店在哪
  外套忘在門口交警說的
  北口交會點
  幹部你來一下
  苦幹你也會累
  實幹你最強
  新幹線你坐過嗎
  餅乾你吃嗎
  乾你的杯
  只做愛聽的歌
  當作愛心
  classic class
  the assassin movie
  Scunthorpe fans
  pass it on
  what a shot
  cocktail hour
  grass is green
  bass guitar
  Dickens novel
  Essex concert
  analysis of votes
  hello Kitty
  Titanic song
  buttons
  peacock feathers
  cumulative votes
  document
  assist me
  therapist
  sextet show
  knight
  skyscraper
  night owls
  push it
  he said a b c d e
`
  .trim()
  .split('\n')
  .map((sentence) => sentence.trim());

it('judges words by words: characters that meet across them are harmless', () => {
  expect(harmless.length).toBeGreaterThan(100);
  expect(harmless.filter(isFiltered)).toEqual([]);
});

it.each([
  '白 癡',
  '白。癡',
  '白*癡',
  '智—障',
  '智_障',
  '去 ✨ 死',
  '幹 你 娘',
  '幹...你',
  '靠 北',
  '靠\u200B北',
  '口 交',
  '口。交',
  '性 交',
  '約 炮',
  '约炮',
  '賤 人',
  '贱人',
  '廢 物',
  '废物',
  '王 八 蛋',
  'ｆｕｃｋ',
  'f u c k',
  'f.u.c.k',
  'f_u_c_k',
  'fuuuck',
  'sh1t',
  '$hit',
  'b!tch',
  'n u d e s',
  'k y s',
  '媽 的',
  '他 媽 的',
  '操 你 媽',
  '援 交',
  '裸 照',
  '做 愛',
  '打 手 槍',
  '色 情',
  '強 姦',
  '露 點',
  '妓 女',
  '腦 殘',
  '脑残',
  '你真的很白癡欸',
  '看你個白癡',
  '去死',
  '快去死',
  '大智障',
  '幫我口交',
  '真靠北',
  '靠杯啦',
  '機 掰',
  '鸡掰',
  'ⓕⓤⓒⓚ',
  'fυck',
  '要不要約炮',
  '性交嗎',
])('knows the disguise %j', (text) => {
  expect(isFiltered(text)).toBe(true);
});
