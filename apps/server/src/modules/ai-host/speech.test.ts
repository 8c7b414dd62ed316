import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkLanguageFile } from '#/lib/language-file.ts';
import { answersFile, isOnStage, speechIn, spokenUntil, timeSentences } from './speech.ts';

const written = readFileSync(new URL('answers.yaml', import.meta.url), 'utf8');
const readWith = (one: string, other: string) => {
  expect(written).toContain(one);
  return checkLanguageFile('answers.yaml', written.replace(one, other), answersFile);
};

describe('the answers of the AI host', () => {
  it('have their values in both languages', () => {
    const gap = { ahead: 'Lumi', behind: '{votes}', votes: '1,204' };
    expect(speechIn('en_US').say('gap', gap)).toBe('Lumi is 1,204 votes ahead of {votes}.');
    expect(speechIn('zh_TW').say('gap', gap)).toBe('Lumi的票比{votes}多 1,204 票。');
  });

  it.each([
    ['of a missing value', '目前由{name}領先，{votes} 票。', '目前由{name}領先。', 'sentences.leader.zh_TW'],
    ['of an unknown value', 'Voting ends {end}.', 'Voting ends {end}, {name}.', 'sentences.closes.en_US'],
    ['of a missing text', 'zh_TW: 沒有每日上限。', '', 'sentences.noDailyCap.zh_TW'],
    ['of an unknown sentence', 'noDailyCap:', 'noDailyCaps:', 'noDailyCaps'],
    ['of a source without a screen', 'to: /live', 'to: live', 'sources.rooms.to'],
  ])('are refused for the fault %s, by their field', (_, one, other, field) => {
    expect(() => readWith(one, other)).toThrow(field);
  });
});

const at = new Date('2026-03-10T12:00:00.000Z');

it('sentences follow each other at the pace of their language', () => {
  const [first, second] = timeSentences(['A sentence of thirty characters.', '九個漢字念起來要兩秒'], at);
  expect(first).toMatchObject({ startsAt: at, seconds: 2.1 });
  expect(second).toMatchObject({ startsAt: new Date(at.getTime() + 2_400), seconds: 2.2 });
});

it('every sentence stays long enough to be read', () => {
  expect(timeSentences(['Yes.'], at)[0]?.seconds).toBe(1.5);
});

it('an answer stays for a moment after its last word', () => {
  const until = spokenUntil(['Yes.'], at).getTime();
  expect(until).toBe(at.getTime() + 1_800);
  expect(isOnStage(['Yes.'], at, new Date(until + 7_999))).toBe(true);
  expect(isOnStage(['Yes.'], at, new Date(until + 8_000))).toBe(false);
});
