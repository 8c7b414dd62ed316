import { expect, test } from 'vitest';
import { mostPictureBytes, problemOf } from './picked-picture.ts';

const file = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'picture', { type });

test.each(['image/png', 'image/jpeg', 'image/webp'])('a picture of type %s may be picked', (type) => {
  expect(problemOf(file(type, mostPictureBytes))).toBeUndefined();
});

test.each(['image/gif', 'image/svg+xml', 'image/heic', 'video/mp4', ''])('a file of type %j may not', (type) => {
  expect(problemOf(file(type, 10))?.kind).toBe('wrongType');
});

test('a picture may not be larger than the server takes', () => {
  expect(problemOf(file('image/png', mostPictureBytes + 1))?.kind).toBe('tooLarge');
});
