import { expect, test } from 'vitest';
import { bufferedEmitter } from './buffered-emitter.ts';

test('items wait for a listener, up to a bound, and later items reach it directly', () => {
  const { emit, listen } = bufferedEmitter<number>(3);
  for (const item of [1, 2, 3, 4]) emit(item);
  const received: number[] = [];
  listen((item) => received.push(item));
  expect(received).toEqual([1, 2, 3]);
  emit(5);
  expect(received).toEqual([1, 2, 3, 5]);
});
