import { expect, it } from 'vitest';
import { isNearDuplicate, judged, languageOf } from './question.rules.ts';

it.each([
  [
    'fine',
    [
      'When does voting end?',
      '第一名是誰？',
      'Who is 1st?',
      'I scored 3 votes',
      '台北場幾點開始',
      'How many points for 10 tickets',
      'I forgot my password.',
      'Can I use it on my phone?',
      '忘記密碼怎麼辦？',
      '未成年可以投票嗎',
    ],
  ],
  [
    'crisis',
    [
      'I want to die',
      'i wanna kill myself',
      "I don't want to live anymore",
      '我不想活了',
      '想 死',
      '我要自殺',
      'fuck, I want to end it all',
    ],
  ],
  [
    'link',
    [
      'see example.com',
      'https://a.b',
      'mail me: a@b.tw',
      'my number is 0912 345 678',
      '加我 LINE',
      'ig: lumi_fan',
      '微信：abc',
    ],
  ],
  ['insult', ['you are retarded', 'send nudes', '白痴', '幹 你 娘', '智.障', 'f u c k you', '露個裸照']],
  [
    'doubtful',
    ["I'm 12 and love Kiko", '我今年11歲', '她的住址', 'what is her phone', 'my password is abc', '我未成年'],
  ],
] as const)('%s: what it says of questions', (verdict, texts) => {
  expect(texts.map((text) => [text, judged(text)])).toEqual(texts.map((text) => [text, verdict]));
});

it('knows the language by the script, also with a name of the other', () => {
  expect(languageOf('Who is 湯露米?')).toBe('en_US');
  expect(languageOf('Lumi 現在第幾名')).toBe('zh_TW');
});

it('finds the same question in nearly the same words', () => {
  expect(isNearDuplicate('When does the voting end?', 'when does voting end')).toBe(true);
  expect(isNearDuplicate('第一名是誰？', '第二名是誰？')).toBe(false);
  expect(isNearDuplicate('Who is first?', 'How do I get tickets?')).toBe(false);
});
