import { describe, expect, it, test } from 'vitest';
import { contentBench } from './content-bench.ts';
import { type Edit, problemsAfter } from './small-pack.ts';

const added: Edit = ['chat-words.yaml', '', 'lists:\n  - id: insults\n    words: [白癡, 去死]\n'];
const inWords = (from: string, to: string): Edit => ['chat-words.yaml', from, to];

it.each([
  ['of one character, which other words contain', '死'],
  ['in Latin letters, which a library judges', 'sh1t'],
])('a pack is refused with a word %s', async (_, word) => {
  expect(await problemsAfter(added, inWords('白癡', word))).toEqual([
    `chat-words.yaml:3 lists[0].words[0]: is "${word}"; expected 2 to 20 characters, all Chinese or Zhuyin`,
  ]);
});

describe('applying a pack', () => {
  const bench = contentBench();

  test('writes lists of words, changes them, and retires those that it no longer names', async () => {
    await bench.folder.edit(added);
    await bench.apply();
    const lists = () => bench.rowsOf('SELECT id, words, retired FROM live_chat_words');
    expect(await lists()).toEqual([{ id: 'insults', words: ['白癡', '去死'], retired: false }]);
    await bench.folder.edit(inWords(', 去死', ''));
    expect((await bench.apply()).applied).toEqual({ added: 0, changed: 1, retired: 0 });
    await bench.folder.edit(inWords('insults', 'others'));
    expect((await bench.apply()).applied).toEqual({ added: 1, changed: 0, retired: 1 });
  });
});
