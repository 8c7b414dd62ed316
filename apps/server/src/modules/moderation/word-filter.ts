import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { normaliseText } from '#/lib/normalise-text.ts';

/** Says whether a text has words that insult, threaten or are obscene. */
export type WordFilter = (text: string) => boolean;

/** What the English library lacks, or knows under other forms only. */
const english =
  /\b(?:kill yourself|kys|retard(?:ed)?|nudes?(?! (?:colou?r|heel|lip|make-?up|palette|shade|tone))|naked(?! (?:eye|truth))|sex(?:y|t|ual)?|porn|jizz|horny|ugly(?! (?:cry|duckling|sweater))|stupid bitch)\b/i;
/** Words and names that hold a word of the library: places, dishes, families of Japan, and others of a dictionary. */
const harmlessEnglish =
  'analges,annalist,annals,reanaly,analisa,analise,dianalyn,fanaly,assort,assonan,assyri,booby-trap,chinkiang,cockpit,cockscomb,cocksure,cumin,cummerbund,cummings,dickey,dickie,dickinson,dickson,dickybird,moby-dick,faggin,feckless,trafficke,traffickin,fukada,fukagawa,fukai,fukami,fukasaku,fukase,fukatsu,fukaya,fukuchi,fukuda,fukuhara,fukui,fukumoto,fukunaga,fukuoka,fukuro,fukushi,fukutomi,fukuyama,fukuzawa,gasmen,niggard,penistone,pissarro,pissoir,porgies,pussycat,pussyfoot,rapeseed,rapped,rappel,retardant,semenov,semenya,semenyo,mishit,shiitake,shitamachi,shitara,turdus,wankel,booby trap,cum laude,moby dick,lee hooker,pussy riot,pussy willow,scat sing,scat vocal'.split(
    ',',
  );
/** A family name of China before a given one, which has a vowel after its first sound. */
const familyFu = /\bFu (?=(?:[ZCS]h|[B-DF-HJ-NP-TW-Z])?[aeiouAEO])/gu;
/** Digits alone are no letters in disguise: "455 votes". */
const numbers = /(?<![\p{L}\p{N}])\p{Nd}+(?![\p{L}\p{N}])/gu;

const chinese =
  '幹你 操你 肏 靠北 靠杯 機掰 雞掰 賤人 婊子 妓女 去死 白癡 智障 腦殘 廢物 王八蛋 媽的 醜八怪 做愛 性交 打手槍 裸照 口交 約炮 色情 強姦 援交 露點';
/** Words in which such characters stand side by side by chance, and which the dictionary of words does not have. */
const harmless =
  '媽媽的 我媽的 去死忠 去死守 出口交 入口交 進口交 路口交 窗口交 個性交 彈性交 三小時 三小節 第三小 失去死 死去死';
/** The same by what follows: 做愛心便當 is 做 and 愛心便當. */
const goesOn =
  /口交(?=[通換給代談接易流會界錯叉件貨票班差警])|性交(?=[通換給代談流友往情會錯叉響件貨班差白心清])|做愛(?=[心情玉吃聽看唱豆])|靠北(?=[邊側方門牆端極區])|靠杯(?=[子墊緣架])|三小(?=[時節隊張段格步])|露點(?=[水點心])|打手槍(?=聲)|智障(?=人士)/gu;
/** The mother of somebody with a name, as in 小豆媽的生日; a curse follows "you" and the like, or begins a complaint. */
const mother =
  /(?<=[\p{L}\p{N}])(?<![你妳您他她它牠去真又超很好太是了啊])媽的(?=[\p{L}\p{N}])(?![好很超太真爛煩死累氣有什誰怎不沒又搞幹滾你妳我他她給到是在吵閉白智廢垃會都就也才還這那了啦吧])/gu;

type Matchers = {
  readonly english: RegExpMatcher;
  readonly chinese: readonly string[];
  readonly harmless: readonly string[];
};

/** Building the patterns takes a moment, so it waits for the first text. */
let matchers: Matchers | undefined;

const normalised = (words: readonly string[]) => words.map(normaliseText).filter((word) => word !== '');

function build(): Matchers {
  const dataset = englishDataset.build();
  return {
    english: new RegExpMatcher({
      ...dataset,
      ...englishRecommendedTransformers,
      whitelistedTerms: [...(dataset.whitelistedTerms ?? []), ...harmlessEnglish],
    }),
    chinese: normalised(chinese.split(' ')),
    harmless: normalised(harmless.split(' ')),
  };
}

/**
 * English words come from a library that knows their disguises, Chinese ones from here and from the caller. They are found
 * whatever is written between their characters, and in simplified or traditional ones.
 */
export function createWordFilter(words: readonly string[]): WordFilter {
  const own = normalised(words);
  return (text) => {
    matchers ??= build();
    const plain = withoutGaps(text.normalize('NFKC').replaceAll(familyFu, '').replaceAll(numbers, ' '));
    if (english.test(plain) || matchers.english.hasMatch(plain)) return true;
    const written = matchers.harmless.reduce((left, word) => left.replaceAll(word, ' '), normaliseText(text));
    const judged = written.replaceAll(mother, ' ').replaceAll(goesOn, ' ');
    return [...matchers.chinese, ...own].some((word) => holdsWord(judged, word));
  };
}

const segmenter = new Intl.Segmenter('zh-TW', { granularity: 'word' });

/**
 * Whether a text has a word, and not only its characters across the words of a sentence, as 口交 in 門口交換. An adverb
 * before it may have been taken for a part of it, as 快去 in 快去死.
 */
function holdsWord(text: string, word: string): boolean {
  if (!text.includes(word)) return false;
  const ends = new Set([0]);
  for (const { index, segment } of segmenter.segment(text)) ends.add(index + segment.length);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isAcross = Array.from(word).some((_, place) => place > 0 && ends.has(at + place));
    const before = text.slice(Math.max(...Array.from(ends).filter((place) => place <= at)), at);
    if (!isAcross || (ends.has(end) && /^[快大要不死你再都就很真太超又還別來滾]?$/u.test(before))) return true;
  }
  return false;
}

/** Letters that are set apart, as in "b a d", are a word. */
function withoutGaps(text: string): string {
  return text.replaceAll(/\b(?:[a-z][\s.*_-]){2,}[a-z]\b/gi, (letters) => letters.replaceAll(/[^a-z]/gi, ''));
}
