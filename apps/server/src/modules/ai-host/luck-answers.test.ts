import { expect, it } from 'vitest';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { answerByFacts } from './default-host.ts';

const facts = knownEvent('en_US');

it('says until when a red packet is open, and when the next one opens', () => {
  const at = new Date('2026-11-26T05:00:00.000Z');
  expect(answerByFacts('When is the next red packet?', { ...facts, at }).text).toBe(
    'Lunch-break packet is open until Nov 26, 14:30 (Taipei). Prime-time packet opens Nov 26, 20:30 (Taipei).',
  );
});

it('knows nothing about packets, boxes and raffles while there are none', () => {
  const none = { ...facts, luck: { packets: [], boxes: [], raffles: [] } };
  for (const question of ['When is the next red packet?', 'How much is the blind box?', 'When is the raffle drawn?']) {
    expect(answerByFacts(question, facts).source).not.toBeNull();
    expect(answerByFacts(question, none).source).toBeNull();
  }
});

it('promises a rare prize only where the box does', () => {
  const boxes = facts.luck.boxes.map((box) => ({ ...box, rareWithin: null }));
  expect(answerByFacts('Is a rare prize guaranteed?', facts).text).toContain('30');
  expect(answerByFacts('Is a rare prize guaranteed?', { ...facts, luck: { ...facts.luck, boxes } }).source).toBeNull();
});
