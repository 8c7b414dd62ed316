import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { normaliseText } from './normalise-text.ts';

/** Says whether a text has words that insult, threaten or are obscene. */
export type WordFilter = (text: string) => boolean;

/** What the English library lacks, or knows under other forms only. */
const english =
  /\b(?:kill yourself|kys|retard(?:ed)?|nudes?|naked|sex(?:y|t|ual)?|porn|horny|ugly(?! cry)|stupid bitch)\b/i;
const chinese =
  '幹你 操你 肏 靠北 靠杯 機掰 雞掰 賤人 婊子 妓女 去死 白癡 智障 腦殘 廢物 王八蛋 媽的 醜八怪 做愛 性交 打手槍 裸照 口交 約炮 色情 強姦 援交 露點';
/** Words in which such characters stand side by side by chance. */
const harmless =
  '媽媽的 我媽的 去死忠 去死守 出口交 入口交 進口交 路口交 窗口交 個性交 彈性交 三小時 三小節 第三小 失去死 死去死';
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
  return {
    english: new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers }),
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
    const plain = withoutGaps(text.normalize('NFKC'));
    if (english.test(plain) || matchers.english.hasMatch(plain)) return true;
    const written = matchers.harmless.reduce((left, word) => left.replaceAll(word, ' '), normaliseText(text));
    const judged = written.replaceAll(mother, ' ');
    return [...matchers.chinese, ...own].some((word) => judged.includes(word));
  };
}

/** Letters that are set apart, as in "b a d", are a word. */
function withoutGaps(text: string): string {
  return text.replaceAll(/\b(?:[a-z][\s.*_-]){2,}[a-z]\b/gi, (letters) => letters.replaceAll(/[^a-z]/gi, ''));
}
