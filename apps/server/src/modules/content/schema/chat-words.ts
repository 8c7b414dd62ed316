import * as z from 'zod';
import { fields, listOf, wordId } from './fields.ts';

const error = '2 to 20 characters, all Chinese or Zhuyin';
const word = z.string({ error }).regex(/^[\p{Script=Han}\p{Script=Bopomofo}]{2,20}$/u, { error });

/** Words for which a message of a chat waits for a moderator. */
export const chatWords = fields({ id: wordId, words: listOf(word, 500) });

export type ChatWords = z.output<typeof chatWords>;
