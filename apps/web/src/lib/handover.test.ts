import { expect, test } from 'vitest';
import { handover } from './handover.ts';

test('what is given before anybody takes it waits, up to a bound, and then goes straight on', () => {
  const { give, takeBy } = handover<number>(3);
  for (const thing of [1, 2, 3, 4]) give(thing);
  const taken: number[] = [];
  takeBy((thing) => taken.push(thing));
  expect(taken).toEqual([1, 2, 3]);
  give(5);
  expect(taken).toEqual([1, 2, 3, 5]);
});
