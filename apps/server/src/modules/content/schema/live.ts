import * as z from 'zod';
import {
  fields,
  fieldsWithPicture,
  idolId,
  listOf,
  minutes,
  oneOf,
  packTime,
  text,
  wholeNumber,
  wordId,
} from './fields.ts';

const roomIdExpectation = '3 to 40 lower-case letters, digits and hyphens, such as rehearsal-stage';
const addressExpectation = 'an https:// address';
const dayMinutes = 24 * 60;

/** A live room: a recording on schedule or in a loop, a broadcast, or a picture from another host. */
export const liveRoom = fieldsWithPicture('coverSeed', 'cover', {
  id: z
    .string({ error: roomIdExpectation })
    .regex(/^[a-z0-9][a-z0-9-]{2,39}$/, { error: roomIdExpectation, abort: true }),
  title: text(80),
  description: text(300),
  hostName: text(40),
  /** The idol who is on, whose portrait is shown. */
  idol: idolId.optional(),
  source: oneOf(['recording', 'loop', 'studio', 'rtmp', 'external']),
  /** The recording of the sources `recording` and `loop`. */
  recording: wordId.optional(),
  /** The address of the source `external`: an HLS playlist. */
  address: z
    .url({ protocol: /^https$/, error: addressExpectation })
    .max(500, { error: addressExpectation })
    .optional(),
  /** The price in Points. */
  price: wholeNumber(0, 1_000_000_000),
  seats: wholeNumber(1, 1_000_000).optional(),
  opensAt: packTime.optional(),
  closesAt: packTime.optional(),
  /** Replaces `opensAt`: the time from the first application of the room to its opening. */
  afterStart: minutes(7 * dayMinutes, 'a duration from PT1M to P7D, such as PT5M').optional(),
  lasts: minutes(dayMinutes, 'a duration from PT1M to P1D, such as PT30M').optional(),
  replayHours: wholeNumber(0, 8760).default(0),
  chat: z.boolean({ error: 'true or false' }).default(true),
});

export type LiveRoom = z.output<typeof liveRoom>;

const error = '2 to 20 characters, all Chinese or Zhuyin';
const word = z.string({ error }).regex(/^[\p{Script=Han}\p{Script=Bopomofo}]{2,20}$/u, { error });

/** Words for which a message of a chat waits for a moderator. */
export const chatWords = fields({ id: wordId, words: listOf(word, 500) });

export type ChatWords = z.output<typeof chatWords>;
