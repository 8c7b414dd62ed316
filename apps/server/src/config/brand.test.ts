import { expect, test } from 'vitest';
import { withName } from './brand.ts';

test.each([
  ['About {product}', 'Aurora', 'About Aurora'],
  ['關於 {product}', 'Aurora', '關於 Aurora'],
  ['關於 {product}', '極光', '關於極光'],
  ['{product} 的禮物', '極光', '極光的禮物'],
  ['加入 {product}，和 {product} 一起', '極光', '加入極光，和極光一起'],
  ['About {product} and more', '極光', 'About 極光 and more'],
])('%j with the name %j reads %j', (text, name, whole) => {
  expect(withName(text, name)).toBe(whole);
});
