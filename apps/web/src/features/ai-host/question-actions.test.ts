import { expect, test } from 'vitest';
import { withHand } from './question-actions.ts';
import type { AgentRoom } from './agent-room.ts';

const room: AgentRoom = {
  stage: {
    state: 'open',
    mode: 'automatic',
    model: null,
    now: null,
    queue: [{ questionId: '3', text: 'Who leads?', hands: 4, askedAt: '2026-11-26T12:00:00.000Z' }],
    waiting: 1,
    nextPickAt: null,
    featured: null,
  },
  mine: { question: null, raised: [], mayBeFeatured: false },
};
const handsOf = ({ stage }: AgentRoom) => stage.queue[0]?.hands;

test('a raised hand is counted at once, and taken back when it is refused', () => {
  const raised = withHand(room, { questionId: '3', raised: true });
  expect([handsOf(raised), raised.mine?.raised]).toEqual([5, ['3']]);
  expect(withHand(raised, { questionId: '3', raised: false })).toEqual(room);
});

test('a hand that is up already is not counted twice', () => {
  const raised = withHand(room, { questionId: '3', raised: true });
  expect(withHand(raised, { questionId: '3', raised: true })).toBe(raised);
  expect(withHand(room, { questionId: '3', raised: false })).toBe(room);
});
