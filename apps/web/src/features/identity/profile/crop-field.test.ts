import { expect, test } from 'vitest';
import { cropField } from './crop-field.ts';

const picture = { width: 400, height: 200 };

test.each([
  [{ x: 100, y: 0, width: 200, height: 200 }, '100,0,200'],
  [{ x: 12.4, y: 7.6, width: 99.7, height: 99.7 }, '12,8,100'],
  [{ x: 200.6, y: -0.4, width: 200, height: 200 }, '200,0,200'],
  [{ x: 0, y: 0, width: 200.5, height: 200.5 }, '0,0,200'],
  [{ x: 399.9, y: 199.9, width: 0.2, height: 0.2 }, '399,199,1'],
])('%j of a picture of 400 by 200 is sent as %s', (area, field) => {
  expect(cropField(area, picture)).toBe(field);
});
