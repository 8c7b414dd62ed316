import { expect, it } from 'vitest';
import { renderPreview } from './render-preview.ts';

it('is a small WAV file of a few seconds that is heard, and neither begins nor ends with a click', () => {
  const file = renderPreview('small-light-h4');
  expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.readUInt32LE(40)).toBe(file.length - 44);
  const seconds = (file.length - 44) / file.readUInt32LE(24);
  expect(seconds).toBeGreaterThan(6);
  expect(seconds).toBeLessThan(8);
  expect(file.length).toBeLessThan(100_000);
  const samples = [...file.subarray(44)];
  expect(Math.max(...samples) - Math.min(...samples)).toBeGreaterThan(120);
  expect(Math.abs((samples[0] ?? 0) - 128)).toBeLessThan(20);
  expect(Math.abs((samples.at(-1) ?? 0) - 128)).toBeLessThan(3);
});

it('is the same for the same seed, and another for another', () => {
  expect(renderPreview('a').equals(renderPreview('a'))).toBe(true);
  expect(renderPreview('a').equals(renderPreview('b'))).toBe(false);
});
