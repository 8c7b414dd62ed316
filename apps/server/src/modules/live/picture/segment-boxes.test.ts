import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BufferSource, Input, MP4 } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { shiftSegment, startsOf, timescalesOf } from './segment-boxes.ts';

const folder = resolve(import.meta.dirname, '../../../../../../content/demo/live/stage-loop');
const timescales = timescalesOf(await readFile(`${folder}/init.mp4`));
const second = await readFile(`${folder}/1.m4s`);

describe('a segment of the demo’s loop', () => {
  it('begins at the same whole time in both tracks', () => {
    const [picture, sound] = startsOf(second, timescales).values();
    expect(picture).toBe(4);
    // Sound goes on in frames of 21 ms.
    expect(Math.abs((sound ?? 0) - 4)).toBeLessThan(1024 / 48_000);
  });

  it('begins whole rounds later when it is moved, exactly even after years, and changes nothing else', () => {
    const rounds = 2_000_000;
    const moved = shiftSegment(second, timescales, rounds * 48);
    const before = [...startsOf(second, timescales).values()];
    expect([...startsOf(moved, timescales).values()]).toEqual(before.map((start) => start + rounds * 48));
    expect(shiftSegment(moved, timescales, -rounds * 48)).toEqual(second);
    expect(moved.length).toBe(second.length);
  });

  it('is followed by the next round without a gap, because picture and sound end at the same whole time', async () => {
    const files = ['init.mp4', ...Array.from({ length: 12 }, (_, segment) => `${segment}.m4s`)];
    const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(`${folder}/${file}`))));
    using input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
    const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
    expect([await picture?.computeDuration(), await sound?.computeDuration()]).toEqual([48, 48]);
  });

  it('is not moved if a box is cut off', () => {
    expect(() => shiftSegment(second.subarray(0, 60), timescales, 48)).toThrow('wrong size');
  });
});
