import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkLanguageFile, alternatives, wordList } from './language-file.ts';

const schema = z.strictObject({ greetings: wordList, farewells: z.array(alternatives) });
const read = (text: string) => checkLanguageFile('talk.yaml', text, schema);

describe('a language file', () => {
  it('has lists of words and patterns of alternatives', () => {
    const { greetings, farewells } = read(
      'greetings: hi,\n  good day\nfarewells: [{ flags: i, any: [bye, see you\\b] }]',
    );
    expect(greetings).toEqual(['hi', 'good day']);
    expect(farewells.map(String)).toEqual(['/bye|see you\\b/i']);
  });

  it.each([
    ['greetings: hi', 'farewells'],
    ['greetings: hi: ho', 'YAML'],
    ['greetings: hi\ngreetings: ho', 'YAML'],
    ['greetings: hi,, hello\nfarewells: []', 'greetings'],
    ['greetings: hi\nfarewells: []\nthanks: ty', 'thanks'],
    ['greetings: hi\nfarewells: [{ any: [bye, "(see"] }]', 'farewells[0].any[1]'],
    ['greetings: hi\nfarewells: [{ any: [bye, ""] }]', 'farewells[0].any[1]'],
    ['greetings: hi\nfarewells: [{ flags: q, any: [bye] }]', 'farewells[0]'],
  ])('with the fault %j is refused by its name and the field', (text, field) => {
    expect(() => read(text)).toThrow('talk.yaml');
    expect(() => read(text)).toThrow(field);
  });
});
