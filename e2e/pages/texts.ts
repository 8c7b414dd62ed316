import { type ErrorName, errorTexts, type Language } from '@lightstick/contract';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import english from '../../apps/web/public/locales/en_US.json' with { type: 'json' };
import chinese from '../../apps/web/public/locales/zh_TW.json' with { type: 'json' };

/** A text of the web's catalogues. */
export type TextId = keyof typeof english;
type Values = Readonly<Record<string, string | number>>;

/** Says texts of the catalogues in one language, as the app does. */
export type Say = {
  (id: TextId, values?: Values): string;
  /** Matches a text with any numbers for these values. */
  withNumbers(id: TextId, names: readonly string[], values?: Values): RegExp;
  /** Matches a text with any of these values. */
  withAny(id: TextId, names: readonly string[], values?: Values): RegExp;
};

const tags = { en_US: 'en', zh_TW: 'zh-Hant-TW' } as const;
const catalogues = { en_US: english, zh_TW: chinese };
/** What the texts of a platform without a brand of its own name. */
const ofTheBrand: Values = { product: 'Lightstick', gap: ' ' };
/** One of each form: English has a singular and a plural. */
const numbers = [1, 77];

function sayIn(language: Language): Say {
  const i18n = setupI18n({ locale: language, locales: tags[language], messages: { [language]: catalogues[language] } });
  i18n.setMessagesCompiler(compileMessage);
  const say = (id: TextId, values?: Values) => i18n._(id, { ...ofTheBrand, ...values });
  const matching = (placeholder: string) => (id: TextId, names: readonly string[], values?: Values) => {
    const forms = numbers.map((number) => {
      const text = say(id, { ...values, ...Object.fromEntries(names.map((name) => [name, number])) });
      return text.split(String(number)).map(escapePattern).join(placeholder);
    });
    return new RegExp(`^(?:${[...new Set(forms)].join('|')})$`);
  };
  return Object.assign(say, { withNumbers: matching(String.raw`\d+`), withAny: matching('.+') });
}

/** The server's text of a refusal, with its parameters filled in. */
export function refusalText(reason: ErrorName, language: Language, values: Values = {}): string {
  return errorTexts[reason][language]
    .replaceAll(/\{(\w+): (.+?) \| (.+?)\}/g, (_, name: string, one: string, many: string) =>
      values[name] === 1 ? one : many,
    )
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** The same in both languages, as an entry of a table of texts. */
export function refusalTexts(reason: ErrorName, values: Values = {}): Readonly<Record<Language, string>> {
  return { en_US: refusalText(reason, 'en_US', values), zh_TW: refusalText(reason, 'zh_TW', values) };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** The catalogues' texts, for a test in one language. */
export const says = { en_US: sayIn('en_US'), zh_TW: sayIn('zh_TW') };

/** What no catalogue has, such as the demo's titles and the server's mails, in both languages. */
type Pair = Readonly<Record<Language, unknown>>;
type Table = { readonly [name: string]: TextId | ((say: Say) => unknown) | Pair | Table };

type WordsOf<T> = T extends string
  ? string
  : T extends (say: Say) => infer ScreenTexts
    ? ScreenTexts
    : T extends Readonly<Record<Language, infer ScreenTexts>>
      ? ScreenTexts
      : { readonly [Name in keyof T]: WordsOf<T[Name]> };

/** The words by which a test finds things on the screens, in both languages. */
export function textsOf<const T extends Table>(table: T): Readonly<Record<Language, WordsOf<T>>> {
  return { en_US: inLanguage(table, 'en_US') as WordsOf<T>, zh_TW: inLanguage(table, 'zh_TW') as WordsOf<T> };
}

function inLanguage(table: Table, language: Language): object {
  const words = Object.entries(table).map(([name, entry]) => {
    if (typeof entry === 'string') return [name, says[language](entry)];
    if (typeof entry === 'function') return [name, entry(says[language])];
    return [name, isPair(entry) ? entry[language] : inLanguage(entry, language)];
  });
  return Object.fromEntries(words);
}

function isPair(entry: Pair | Table): entry is Pair {
  return 'en_US' in entry;
}
