import { describe, expect, it } from 'vitest';
import { nextPickAfter, pickOf, pickTimeOf, type Waiting } from './pick.rules.ts';

const at = new Date('2026-03-10T12:00:00Z');
const agoMs = (ms: number) => new Date(at.getTime() - ms);
const texts = ['when does it end', 'who is first', 'what about songs', 'how do tickets work', 'tell me about Kiko'];
const question = (id: number, given: Partial<Waiting> = {}): Waiting => ({
  id,
  text: texts[id] ?? `question ${id}`,
  language: 'en_US',
  fanId: id,
  hands: 0,
  offersHelp: false,
  askedAt: agoMs(20_000 - id),
  ...given,
});
const picked = (waiting: readonly Waiting[], chance = 0, lastFanId: number | null = null) =>
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

  it('leaves out the fan heard last, unless no one else waits', () => {
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
