import { describe, expect, it } from 'vitest';
import {
  isNearDuplicate,
  judgeQuestion,
  languageOf,
  nextPickAfter,
  pickOf,
  pickTimeOf,
  type WaitingQuestion,
} from './question.rules.ts';

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
  expect(texts.map((text) => [text, judgeQuestion(text)])).toEqual(texts.map((text) => [text, verdict]));
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

const at = new Date('2026-03-10T12:00:00Z');
const agoMs = (ms: number) => new Date(at.getTime() - ms);
const texts = ['when does it end', 'who is first', 'what about songs', 'how do tickets work', 'tell me about Kiko'];
const question = (id: number, given: Partial<WaitingQuestion> = {}): WaitingQuestion => ({
  id,
  text: texts[id] ?? `question ${id}`,
  language: 'en_US',
  fanId: id,
  hands: 0,
  offersHelp: false,
  askedAt: agoMs(20_000 - id),
  ...given,
});
const picked = (waiting: readonly WaitingQuestion[], chance = 0, lastFanId: number | null = null) =>
  pickOf(waiting, { lastFanId, at, chance });

describe('a pick', () => {
  it('is the one with the most hands, then the longest wait', () => {
    expect(picked([question(0), question(1, { hands: 2 })])).toMatchObject({ question: { id: 1 }, pickedBy: 'hands' });
    expect(picked([question(1), question(0)])).toMatchObject({ question: { id: 0 }, pickedBy: 'wait' });
    expect(picked([question(0, { askedAt: agoMs(180_000) }), question(1, { hands: 1 })])).toMatchObject({
      question: { id: 0 },
    });
    expect(picked([])).toBeUndefined();
  });

  it('is by chance among the best three, and never another', () => {
    const waiting = [0, 1, 2, 3, 4].map((id) => question(id, { hands: 5 - id }));
    const ids = [0, 0.34, 0.67, 0.999999].map((chance) => picked(waiting, chance)?.question.id);
    expect(ids).toEqual([0, 1, 2, 2]);
    expect(picked(waiting, 0.5)?.pickedBy).toBe('chance');
  });

  it('leaves out the fan heard last, unless no other fan waits', () => {
    expect(picked([question(0, { hands: 9 }), question(1)], 0, 0)?.question.id).toBe(1);
    expect(picked([question(0)], 0, 0)?.question.id).toBe(0);
  });

  it('takes nearly equal questions together, under the first', () => {
    const waiting = [
      question(1, { hands: 2 }),
      question(2, { text: 'When does the voting end?', askedAt: agoMs(30_000) }),
      question(3, { text: 'when does the voting end', hands: 1 }),
      question(4, { text: 'When does the voting end!!' }),
    ];
    expect(picked(waiting)).toMatchObject({ question: { id: 2 }, merged: [{ id: 3 }, { id: 4 }] });
  });

  it('does not take different numbers for the same', () => {
    const waiting = [question(0, { text: 'who is in first place' }), question(1, { text: 'who is in third place' })];
    expect(picked(waiting)?.merged).toEqual([]);
  });
});

describe('the next pick', () => {
  const afterMs = (ms: number) => new Date(at.getTime() + ms);
  const queue = { waiting: 1, oldestAt: at, isOfLastHeard: false };
  const quiet = { nextPickAt: agoMs(60_000), spokenUntil: agoMs(60_000) };
  const busy = { nextPickAt: afterMs(20_000), spokenUntil: afterMs(9_000) };

  it('waits for hands and for the pace of the room while questions wait for each other', () => {
    expect(pickTimeOf(quiet, { ...queue, waiting: 2 })).toEqual(afterMs(8_000));
    expect(pickTimeOf(busy, { ...queue, waiting: 2 })).toEqual(afterMs(20_000));
  });

  it('comes at once for a fan who is alone, also while their own last answer is spoken', () => {
    expect(pickTimeOf(quiet, queue)).toEqual(afterMs(2_500));
    expect(pickTimeOf(busy, { ...queue, isOfLastHeard: true })).toEqual(afterMs(2_500));
  });

  it('leaves the stage to the answer to another fan', () => {
    expect(pickTimeOf(busy, queue)).toEqual(afterMs(11_000));
    expect(pickTimeOf({ ...busy, spokenUntil: afterMs(1_000) }, queue)).toEqual(afterMs(8_000));
  });

  it('keeps the pace after each answer', () => {
    expect(nextPickAfter(at, afterMs(5_000))).toEqual(afterMs(20_000));
    expect(nextPickAfter(at, afterMs(25_000))).toEqual(afterMs(27_000));
  });
});
