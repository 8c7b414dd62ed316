import { expect, it } from 'vitest';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { hostSays } from '../../../test/ai-host/demo-knowledge.ts';

const facts = knownEvent('en_US');

it('says until when a red packet is open, and when the next one opens', () => {
  const at = new Date('2026-11-26T05:00:00.000Z');
  expect(hostSays('When is the next red packet?', { ...facts, at }).text).toBe(
    'Lunch-break packet is open until November 26th, 14:30 (Taipei). Prime-time packet opens November 26th, 20:30 (Taipei).',
  );
});

it('knows nothing about packets, boxes and raffles while there are none', () => {
  const none = { ...facts, luck: { packets: [], boxes: [], raffles: [] } };
  for (const question of ['When is the next red packet?', 'How much is the blind box?', 'When is the raffle drawn?']) {
    expect(hostSays(question, facts).outcome).toBe('answered');
    expect(hostSays(question, none).outcome).toBe('unknown');
  }
});

it('promises a rare prize only where the box does', () => {
  const boxes = facts.luck.boxes.map((box) => ({ ...box, rareWithin: null }));
  expect(hostSays('Is a rare prize guaranteed?', facts).text).toContain('30');
  expect(hostSays('Is a rare prize guaranteed?', { ...facts, luck: { ...facts.luck, boxes } }).outcome).toBe('unknown');
});
