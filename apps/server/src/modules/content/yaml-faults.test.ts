import { expect, test } from 'vitest';
import { decodeText } from './yaml-faults.ts';
import { readYaml } from './yaml-file.ts';

const faultsOf = (text: string) => {
  const { problems, misread } = readYaml('pack.yaml', text);
  return [...problems, ...misread].map(({ line, field, message }) => `${line} ${field}: ${message}`);
};

const quote = 'put quotes around the text';

test.each<[what: string, text: string, fault: string]>([
  ['a colon', 'a:\n  en_US: Tonight: live\n  zh_TW: 今晚\n', `2 en_US: has a colon inside a text; ${quote}`],
  ['a colon between braces', 'a: { en_US: Tonight: live }\n', `1 en_US: has a colon inside a text; ${quote}`],
  ['a Chinese colon', 'a:\n  en_US：Live\n  zh_TW: 今晚\n', '2 en_US: has the Chinese colon ： after en_US'],
  ['a Chinese colon after a key of a map', 'a：\n  b: 1\n  c: 2\n', '1 a: has the Chinese colon ： after a'],
  [
    'a Chinese colon between braces',
    'a: { en_US：Live, zh_TW: 今晚 }\n',
    '1 en_US: has the Chinese colon ： after en_US',
  ],
  ['a Chinese comma', 'a: { en_US: Live， zh_TW: 今晚 }\n', '1 en_US: has the Chinese comma ， before zh_TW'],
  ['a Chinese comma in a list', 'teams: [dawn，dusk]\n', '1 teams: has a Chinese comma in the list: dawn，dusk'],
  ['a tab', 'a:\n\tb: 1\n', '2 b: is indented by a tab; expected spaces'],
  ['an @', 'a: @mina\n', `1 a: has a text that begins with a sign of YAML (@); ${quote}`],
  ['an asterisk', 'a: *mina\n', '1 a: begins with *, a sign of YAML'],
  ['an exclamation mark', 'a: !wow great\n', '1 a: begins with !, a sign of YAML'],
  ['an ampersand', 'a: &b hello\n', '1 a: begins with &, a sign of YAML'],
  ['a brace', 'a: {name} won\n', '1 a: has a text that begins with a sign of YAML'],
  [
    'a quotation mark inside quotes',
    "a: 'it's late'\n",
    '1 a: has a text that begins with a sign of YAML, or a quotation mark',
  ],
  [
    'a colour',
    'a:\n  colour: #fff\n',
    "2 a.colour: is missing, because #fff without quotes is a comment; put quotes around it: '#fff'",
  ],
  ['a number sign', 'a: Song #1\n', '1 a: ends before #1, which is a comment; put quotes around the whole text'],
  ['thousands', 'a: 900.000\n', '1 a: is 900.000, which YAML reads as 900; expected digits alone, such as 900000'],
  ['an exponent', 'a: 1e3\n', '1 a: is 1e3, which YAML reads as 1000; expected digits alone, such as 1000'],
  ['a hexadecimal number', 'a: 0x10\n', '1 a: is 0x10, which YAML reads as 16'],
  ['an octal number', 'a: 0o17\n', '1 a: is 0o17, which YAML reads as 15'],
  ['a number with a zero before', 'a: 010\n', '1 a: is 010, which YAML reads as 10'],
  ['a sign', 'a: +5\n', '1 a: is +5, which YAML reads as 5'],
  ['a whole number with a point', 'a: 5.0\n', '1 a: is 5.0, which YAML reads as 5; expected digits alone, such as 5'],
])('%s is refused once, with what to write', (_, text, fault) => {
  const faults = faultsOf(text);
  expect(faults).toHaveLength(1);
  expect(faults[0]?.slice(0, fault.length)).toBe(fault);
});

test.each([
  'a: 0.35\nb: -0.1\nc: 1004\nd: 0\n',
  'a: 250 # cheap\nb: Mina # her name\n',
  "a: '#1d6fd8'\nb: 'Tonight: live'\n",
  'a: { en_US: Live, zh_TW: 今晚，大家 }\nb: [早安，晚安]\n',
  'a: 今晚：直播\nb: 12:30\n',
])('%j is what it says', (text) => {
  expect(faultsOf(text)).toEqual([]);
});

test('keys that are there twice are all reported, and of other errors only the first', () => {
  expect(faultsOf('a: 1\na: 2\nb: 1\nb: 2\n')).toHaveLength(2);
  expect(faultsOf('a: b: c\nd: e: f\n')).toHaveLength(1);
});

test('a file in another encoding says so', () => {
  const utf16 = { message: 'is in UTF-16; save the file as UTF-8' };
  expect(decodeText(Buffer.from('\uFEFFname: a', 'utf16le'))).toEqual(utf16);
  expect(decodeText(Buffer.from('name: a', 'utf16le'))).toEqual(utf16);
  expect(decodeText(Buffer.from([0x6e, 0xa4, 0xa4]))).toMatchObject({
    message: expect.stringContaining('not in UTF-8'),
  });
  expect(decodeText(Buffer.from('name: 名'))).toEqual({ text: 'name: 名' });
});
