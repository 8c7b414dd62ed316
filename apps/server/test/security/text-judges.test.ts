import { contract, type Endpoint } from '@lightstick/contract';
import { isCommonPassword } from '@lightstick/contract/common-passwords';
import { emailAddressIn } from '@lightstick/contract/email-address';
import { mailCodeIn, typedCode, wholeNumberIn } from '@lightstick/contract/typed-text';
import { afterEach, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { normaliseText } from '#/lib/normalise-text.ts';
import { sentencesOf } from '#/lib/sentences.ts';
import { foldText, tokensOf } from '#/modules/ai-host/knowledge/tokens.ts';
import { partsOf } from '#/modules/ai-host/knowledge/understand.ts';
import { numbersIn } from '#/modules/ai-host/known-numbers.rules.ts';
import { isNearDuplicate, judgeQuestion, languageOf } from '#/modules/ai-host/question.rules.ts';
import { platformBrand } from '#/config/brand.ts';
import { isReservedNickname } from '#/modules/identity/fan.rules.ts';
import { isTooLong } from '#/modules/live/chat/send-message.ts';
import { linkOrContactIn } from '#/modules/moderation/links-and-contacts.ts';
import { createWordFilter } from '#/modules/moderation/word-filter.ts';
import { countSteps } from '../world/count-steps.ts';

/**
 * Units that are repeated to a long text: expanded by NFKC, without end for a pattern, or of many units a character.
 */
const worst = [
  'Ⅷ',
  'ﷺ',
  'a',
  'a.',
  'a. ',
  '@',
  'a@',
  '-',
  '.',
  ' ',
  '1',
  '1 ',
  '1.',
  '(1',
  '+1',
  '點',
  'a點',
  '加我',
  '口交',
  '媽的',
  '\u0301',
  'e\u0301',
  '\u200B',
  '\u200D',
  '\u200C',
  'ب\u200C',
  '👩\u200D',
  '👨‍👩‍👧‍👦',
  '🇹🇼',
  '❤️',
  'å',
  'İ',
  'ㄙㄨ',
  '苏玛',
  'a b ',
  'line ',
  'v x ',
  '十',
  '第一',
  '3月',
  'and ',
  'what ',
  '想死',
  'i want to ',
  '!',
  '？',
  '{',
  '☆',
];

const hasBadWord = createWordFilter(['測試']);
const judges: Readonly<Record<string, (text: string) => unknown>> = {
  'links and contacts': linkOrContactIn,
  'bad words': hasBadWord,
  'names of the platform': (text) => isReservedNickname(text, platformBrand),
  'questions to the AI host': judgeQuestion,
  'near duplicates': (text) => isNearDuplicate(text, `${text}1`),
  'language of a question': languageOf,
  'parts of a question': (text) => partsOf(foldText(text)),
  'words of a question': (text) => tokensOf(foldText(text)),
  'numbers of an answer': numbersIn,
  sentences: sentencesOf,
  'answers of riddles': normaliseText,
  'length of a message': isTooLong,
  'addresses of mail': emailAddressIn,
  'mailed codes': mailCodeIn,
  codes: typedCode,
  amounts: wholeNumberIn,
  passwords: isCommonPassword,
};

/** The longest message of a chat has 3,200 units. */
const shortest = 800;

afterEach(() => {
  countSteps.end();
});

describe('the steps of judging a text grow in proportion to its length:', () => {
  it.each(Object.entries(judges))('%s', (_, judge) => {
    // What is built once does not count.
    for (const unit of worst) judge(unit);
    const tooMany = worst.filter((unit) => {
      const stepsOf = (length: number) =>
        countSteps.during(() => judge(unit.repeat(Math.ceil(length / unit.length)))).total;
      // Quadratic work would grow sixteenfold.
      return stepsOf(4 * shortest) > 5.5 * Math.max(stepsOf(shortest), shortest);
    });
    expect(tooMany).toEqual([]);
  });

  it('counts what is quadratic', () => {
    const quadratic = (text: string) => Array.from(text, (_, at) => text.indexOf('x', at));
    const [small, large] = [100, 400].map((length) => countSteps.during(() => quadratic('a'.repeat(length))).total);
    expect((large ?? 0) / (small ?? 1)).toBeGreaterThan(10);
  });
});

type Schema = z.core.$ZodType;
type Definition = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly options?: readonly Schema[];
  readonly values?: readonly unknown[];
};

/** Makes a value of a schema's form with one text at each place of a text. */
function fillSchema(schema: Schema, text: string): unknown {
  const { type, shape, element, innerType, in: input, options, values } = schema._zod.def as Definition;
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, fillSchema(field, text)]));
  if (element) return [fillSchema(element, text)];
  if (type === 'literal') return values?.[0];
  const inner = innerType ?? input ?? options?.[0];
  return inner ? fillSchema(inner, text) : text;
}

describe('a text that is longer than any may be', () => {
  const inputs = Object.entries<Endpoint>(contract).flatMap(([route, { query, body }]) =>
    [query, body].flatMap((input) => (input ? [[route, input] as const] : [])),
  );
  const long = 60_000;
  const mostSeen = 20_000;

  it('is refused by its length before a pattern sees it, in every call', () => {
    expect(inputs.length).toBeGreaterThan(80);
    const seen = inputs.filter(([, input]) =>
      ['a', '1', 'ﷺ', '\u0301', '👩\u200D'].some((unit) => {
        const input_ = fillSchema(input, unit.repeat(long / unit.length));
        return countSteps.during(() => input.safeParse(input_)).longest > mostSeen;
      }),
    );
    expect(seen.map(([route]) => route)).toEqual([]);
  });
});
