import { expect, test } from 'vitest';
import { textsForFans, textsWith } from './texts-for-fans.ts';

/** Turns that no product writer uses, old words, British spellings, and the wire's names. */
const banned: readonly (readonly [turn: RegExp, example: string])[] = [
  [/\b(?:nobody|somebody|whoever|whomever)\b/i, 'Nobody can be found'],
  [/\bby (?:it|them|your)sel(?:f|ves)\b/i, 'You go on air by yourself'],
  [/\bstands? there\b|\bstands on the (?:lid|box)\b/i, 'How many are left stands on the lid'],
  [/\b(?:is|are|be) told\b/i, 'Where you are could not be told'],
  [/\b(?:in pursuit|short of (?:votes|points)|upon|hereby|thereof|thus)\b/i, 'In pursuit'],
  [/\b(?:call rank|twitter|bind your)\b/i, 'Your call rank'],
  [/\b(?:shall|ought|lest|albeit|whilst|amongst|whence|thence)\b/i, 'You shall wait'],
  [/\b\w*(?:organis|recognis|apologis|favour|colour|neighbour|cancelled|centre)\w*/i, 'The room was cancelled'],
  [/\b(?:for ever|any time)\b/i, 'Start again any time'],
  [/\bmail(?:s|ed)?\b/i, 'We’ll mail you a code'],
  [/\b(?:the most there can be|while there (?:are|is) any)\b/i, 'You follow 7 idols, the most there can be'],
  [/\bguarantees? nothing\b/i, 'A purchase guarantees nothing'],
  [/\b(?:by chance|as soon as it speaks)\b/i, 'Picked by chance'],
  [/\bwait(?:s|ing)? for a look\b/i, 'Some rewards wait for a look'],
  [/\bOnly [^.,:]* can (?:the|a|an|you|we)\b/, 'Only after an outage can the end move'],
];

const english = textsForFans('en_US');

test.each(banned)('no English text has %s', (turn, example) => {
  expect(example).toMatch(turn);
  expect(english.length).toBeGreaterThan(4000);
  expect(textsWith(turn, english)).toEqual([]);
});
