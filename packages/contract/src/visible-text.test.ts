import { describe, expect, test } from 'vitest';
import { bio, cleanedText, fileName, nickname, visibleLine, visibleText } from './visible-text.ts';

const isTaken = (schema: { safeParse: (given: string) => { success: boolean } }, text: string) =>
  schema.safeParse(text).success;

describe('characters are counted as people count them', () => {
  const characters = ['❤️', '🇹🇼', '👨‍👩‍👧‍👦', '👩🏻‍❤️‍💋‍👨🏿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'e\u0301', '葛\u{E0100}', '한'.normalize('NFD')];
  test.each(characters)('%s is one', (character) => {
    expect(isTaken(nickname, character.repeat(24))).toBe(true);
    expect(isTaken(nickname, character.repeat(25))).toBe(false);
    expect(isTaken(bio, character.repeat(200))).toBe(true);
    expect(isTaken(bio, character.repeat(201))).toBe(false);
    expect(isTaken(visibleLine(60), character.repeat(61))).toBe(false);
  });
  test('and at least so many are asked for', () => {
    expect(isTaken(visibleLine(200, 3), '好的')).toBe(false);
    expect(isTaken(visibleLine(200, 3), '不可以')).toBe(true);
  });
});

describe('an invisible sign', () => {
  test.each([
    ['in Persian between joining letters', 'علی\u200Cرضا'],
    ['in Persian after a word', 'خانه\u200Cای'],
    ['in Sinhala', 'ශ්\u200Dරී'],
    ['in Hindi', 'क्\u200Dष'],
    ['in Hindi against joining', 'क्\u200Cष'],
    ['in Bengali', 'র\u200D্য'],
    ['in Malayalam', 'അവന്\u200D'],
    ['in a family', '👨‍👩‍👧‍👦'],
    ['in the flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['in the flag of Wales', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ])('stays %s', (_, text) => {
    expect(nickname.parse(text)).toBe(text);
    expect(visibleText(200).parse(`${text} 加油`)).toBe(`${text} 加油`);
  });

  test('goes where Arabic letters do not join anyway', () => {
    expect(nickname.parse('ار\u200Cز')).toBe('ارز');
    expect(nickname.parse('سلام\u200C')).toBe('سلام');
  });

  test.each([
    ['a space of no width', 'Mi\u200Bna'],
    ['an override of direction', 'Mina\u202Egnp'],
    ['a mark of direction', 'Mina\u200F'],
    ['a soft hyphen', 'Mi\u00ADna'],
    ['a joiner between letters', 'Mi\u200Dna'],
    ['a joiner between Chinese characters', '小\u200D美'],
    ['a non-joiner between letters', 'Mi\u200Cna'],
    ['a joiner at the end of an emoji', '🎤\u200D'],
    ['tags of no flag', '🏴󠁵󠁳󠁴󠁸󠁿'],
    ['tags beside no flag', 'Mina\u{E0067}\u{E007F}'],
    ['stacked marks', `a${'\u0323'.repeat(6)}`],
    ['nothing but a space', '\u3000'],
  ])('is refused as %s', (_, text) => {
    expect(isTaken(nickname, text)).toBe(false);
    expect(isTaken(visibleText(200), text)).toBe(false);
    expect(isTaken(bio, `${text}x`)).toBe(text === '\u3000');
  });
});

test('a break is a space where one line is kept', () => {
  const written = 'one\r\n\ntwo\u2028three\u0085four\tfive\u3000 six\n';
  for (const schema of [visibleLine(60), visibleText(60), cleanedText(60), fileName]) {
    expect(schema.parse(written)).toBe('one two three four five six');
  }
  expect(bio.parse('one\r\ntwo\u2028three\n\n\n\nfour')).toBe('one\ntwo\nthree\n\nfour');
});

test('a question is cleaned of invisible signs and stays as it was written otherwise', () => {
  expect(cleanedText(120).parse(' Ｗｈｏ\u200B is\n  first\u202E？ 👨‍👩‍👧‍👦')).toBe('Ｗｈｏ is first？ 👨‍👩‍👧‍👦');
  expect(isTaken(cleanedText(120), '\u200B')).toBe(false);
});

test.each([
  ['\u200Fשיר.mp4', 'שיר.mp4'],
  ['dance\u00AD \u200Cfinal\u200B.mp4', 'dance final.mp4'],
  ['علی\u200Cرضا.mp4', 'علی\u200Cرضا.mp4'],
  ['gpj\u202E4pm.mp4', 'gpj4pm.mp4'],
  ['\u200B', 'file'],
  ['影'.repeat(300), '影'.repeat(100)],
])('the name of a file is cleaned: %j', (given, name) => expect(fileName.parse(given)).toBe(name));
