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

it('waits for hands, and leaves the stage to the answer before', () => {
  expect(pickTimeOf(agoMs(60_000), at)).toEqual(new Date(at.getTime() + 8_000));
  expect(nextPickAfter(at, new Date(at.getTime() + 5_000))).toEqual(new Date(at.getTime() + 20_000));
  expect(nextPickAfter(at, new Date(at.getTime() + 25_000))).toEqual(new Date(at.getTime() + 27_000));
});
