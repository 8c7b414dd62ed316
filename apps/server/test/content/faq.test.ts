import { describe, expect, it, test } from 'vitest';
import { contentBench } from './content-bench.ts';
import { type Edit, problemsAfter } from './small-pack.ts';

const entry = `entries:
  - id: votes
    asks:
      en_US: [How do I get votes?, where do votes come from]
      zh_TW: [怎麼拿到票？, 票從哪裡來]
    answer:
      en_US: You get {freeVotes} free votes a day.
      zh_TW: 每天有 {freeVotes} 票免費。
    link: /mall
`;
const added: Edit = ['faq.yaml', '', entry];
const inEntry = (from: string, to: string): Edit => ['faq.yaml', from, to];

it.each([
  [
    inEntry(', where do votes come from', ''),
    'faq.yaml:4 entries[0].asks.en_US: is ["How do I get votes?"]; expected at least two ways to ask',
  ],
  [
    inEntry('where do votes come from', 'how do i get votes'),
    'faq.yaml:4 entries[0].asks.en_US[1]: is "how do i get votes", which "votes" has; expected a question of one entry',
  ],
  [
    inEntry('where do votes come from', "'votes of {singer}'"),
    'faq.yaml:4 entries[0].asks.en_US[1]: is "votes of {singer}"; ' +
      'expected in braces only {idol}, {team}, {song}, {room}, {offer}, {number}, {date}, {product}, {legalName}, ' +
      '{supportEmail}',
  ],
  [
    inEntry('free votes a day.', 'free. One. Two. Three.'),
    'faq.yaml:7 entries[0].answer.en_US: is "You get {freeVotes} free. One. Two. Three."; expected at most 3 sentences',
  ],
  [
    inEntry('free votes a day.', 'votes at www.example.com now.'),
    'faq.yaml:7 entries[0].answer.en_US: is "You get {freeVotes} votes at www.example.com now."; ' +
      'expected no address or contact, because the field link leads on',
  ],
  [
    inEntry('link: /mall', 'link: https://example.com/help'),
    'faq.yaml:9 entries[0].link: is "https://example.com/help"; expected a path of the app such as /mall',
  ],
] as const)('a pack is refused with %j: %s', async (edit, problem) => {
  expect(await problemsAfter(added, edit)).toEqual([problem]);
});

describe('applying a pack', () => {
  const bench = contentBench();

  test('writes what the AI host answers, changes it, and retires what it no longer names', async () => {
    await bench.folder.edit(added);
    await bench.apply();
    const rows = () => bench.rowsOf('SELECT id, link, retired FROM faq_entry ORDER BY id');
    expect(await rows()).toEqual([{ id: 'votes', link: '/mall', retired: false }]);
    await bench.folder.edit(inEntry('/mall', '/task'));
    expect((await bench.apply()).applied).toEqual({ added: 0, changed: 1, retired: 0 });
    await bench.folder.edit(inEntry('id: votes', 'id: tickets'));
    expect((await bench.apply()).applied).toEqual({ added: 1, changed: 0, retired: 1 });
  });
});
