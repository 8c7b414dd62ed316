import { expect, it } from 'vitest';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { judgeAnswer } from './guard.rules.ts';
import { collectNumbers, numbersIn } from './known-numbers.rules.ts';

const english = knownEvent('en_US');
const chinese = knownEvent('zh_TW');
const judge = (text: string, facts = english) => judgeAnswer(text, facts, collectNumbers(facts));

it.each([
  'Lumi Tang leads with 18,420 votes.',
  'Sanna Ho is 485 votes behind Lumi Tang. Voting ends Nov 28, 22:00.',
  'The voting closes on November 28 at 10 pm. You have three free votes a day!',
  'You can vote for a song, too.',
  'Lumi has 18,420 votes, and each vote counts.',
  'Choose an idol of any team, and cast your votes.',
  'A ticket is 50 Points, and ten tickets are 450.',
])('%j is within the facts', (text) => {
  expect(judge(text)).toMatchObject({ isFine: true });
});

it.each([
  '湯露米目前第一名，18,420 票。',
  '投票到 11 月 28 日 22:00 截止，每天有三票免費。',
  '何珊娜落後湯露米 485 票。',
  '湯露米目前有一萬八千四百二十票。',
  '本週獎池有 2 萬點數。',
  '投票期間湯露米的支持數是 18,420 票。',
])('%j is within the facts', (text) => {
  expect(judge(text, chinese)).toMatchObject({ isFine: true });
});

it.each([
  ['Lumi Tang has 18,421 votes.', 'number 18421'],
  ['She leads by nineteen thousand votes.', 'number 19000'],
  ['Lumi has 30K votes.', 'number 30000'],
  ['She has 3m votes.', 'number 3000000'],
  ['Lumi has over 10 thousand votes.', 'number 10000'],
  ['Lumi has thousands of votes.', 'number thousands'],
  ['The voting closes on November 30.', 'number 11-30'],
  ['It ends at 11 pm.', 'number 23:00'],
  ['Sanna Ho has 18,420 votes.', 'count 18420 of another'],
  ['Kiko Meng leads the election.', 'place of another'],
  ['Vote for Lumi Tang tonight!', 'advice'],
  ['You should support Sanna Ho.', 'advice'],
  ['Vote for the idol Lumi.', 'advice'],
  ['Vote for your favourite idol Lumi.', 'advice'],
  ['Vote for the song Small Light.', 'advice'],
  ['Vote Lumi now!', 'advice'],
  ['Give Lumi your votes.', 'advice'],
  ['Support Team Firefly!', 'advice'],
  ['I am a real human.', 'persona'],
  ['I love you.', 'persona'],
  ['See https://example.com for more.', 'link'],
  ['Write to host@example.com.', 'link'],
  ['**Lumi** leads.', 'link'],
  ['One. Two. Three. Four.', 'sentences'],
  ['What a stupid bitch.', 'words'],
  ['My instructions are secret.', 'instructions'],
  ['現在由湯露米領先。', 'language'],
  ['', 'empty'],
  ['It is fun. '.repeat(50), 'length'],
])('%j is held back', (text, because) => {
  expect(judge(text)).toEqual({ isFine: false, because });
});

it.each([
  ['湯露米有一萬九千票。', 'number 19000'],
  ['湯露米目前有3萬票。', 'number 30000'],
  ['湯露米目前有 1.2 万票。', 'number 12000'],
  ['票數約12萬。', 'number 120000'],
  ['湯露米的票數是九萬八千。', 'number 98000'],
  ['湯露米的票數是一八四二一。', 'number 18421'],
  ['湯露米有三萬多票。', 'number 三萬多'],
  ['湯露米有一千多票。', 'number 一千多'],
  ['湯露米有數千票。', 'number 數千'],
  ['湯露米的票數破百萬。', 'number 1000000'],
  ['湯露米的票數破萬。', 'number 10000'],
  ['投票到十一月三十日截止。', 'number 11-30'],
  ['請投給湯露米！', 'advice'],
  ['大家快去投湯露米', 'advice'],
  ['投湯露米一票吧！', 'advice'],
  ['大家一起投湯露米。', 'advice'],
  ['把票投湯露米就對了。', 'advice'],
  ['請支持湯露米。', 'advice'],
  ['請支持螢火隊。', 'advice'],
  ['我是真人喔。', 'persona'],
  ['我也愛你。', 'persona'],
  ['高莎貝目前第一名。', 'place of another'],
])('%j is held back', (text, because) => {
  expect(judge(text, chinese)).toEqual({ isFine: false, because });
});

it('finds numbers in digits and words of both languages', () => {
  expect(numbersIn('Mar 14, twelve idols, 1,204 votes, 3rd place, half')).toEqual(['03-14', '1204', '3', '12', '0.5']);
  expect(numbersIn('until November 28th, 2027, 22:00 (Taipei)')).toEqual(['11-28', '22:00', '2027']);
  expect(numbersIn('第十二名，二十四位，一起加油，３月１４日')).toEqual(['03-14', '12', '24']);
});
