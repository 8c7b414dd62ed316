import { expect, test } from 'vitest';
import { mostPictureBytes, problemOf, cropField } from './picked-picture.ts';

const png = '\x89PNG\r\n\x1a\n';
const jpeg = '\xff\xd8\xff\xe0';
const webp = 'RIFF\x0a\0\0\0WEBPVP8 ';

function file(beginning: string, type: string, size = 100): File {
  const bytes = new Uint8Array(size);
  bytes.set(Array.from(beginning, (sign) => sign.charCodeAt(0)));
  return new File([bytes], 'picture', { type });
}

test.each([
  [png, 'image/png'],
  [jpeg, 'image/jpeg'],
  [jpeg, 'image/jpg'],
  [jpeg, ''],
  [webp, 'application/octet-stream'],
  [png, 'text/plain'],
])('a picture by its content may be picked, whatever type is declared: %j, %j', async (beginning, type) => {
  expect(await problemOf(file(beginning, type, mostPictureBytes))).toBeUndefined();
});

test.each([
  ['GIF89a', 'image/png'],
  ['<svg xmlns=', 'image/jpeg'],
  ['\0\0\0\x18ftypheic', 'image/jpeg'],
  ['RIFF\x0a\0\0\0WAVEfmt ', 'image/webp'],
  ['', 'image/png'],
])('another file may not: %j, %j', async (beginning, type) => {
  expect((await problemOf(file(beginning, type)))?.kind).toBe('wrongType');
});

test('an empty file is no picture', async () => {
  expect((await problemOf(new File([], 'picture', { type: 'image/png' })))?.kind).toBe('wrongType');
});

test('a picture may not be larger than the server takes', async () => {
  expect((await problemOf(file(png, 'image/png', mostPictureBytes + 1)))?.kind).toBe('tooLarge');
});

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
