import { describe, expect, it } from 'vitest';
import { expiryAfterPart, expiryWithoutPart, faultIn } from './video.rules.ts';

const good = { container: 'mp4', durationSeconds: 30, width: 1080, height: 1920 } as const;

describe('the facts of a video', () => {
  it.each([
    [{}, undefined],
    [{ durationSeconds: 2.5 }, undefined],
    [{ durationSeconds: 2.4 }, 'tooShort'],
    [{ durationSeconds: 0 }, 'tooShort'],
    [{ durationSeconds: Number.NaN }, 'tooShort'],
    [{ durationSeconds: 60.5 }, undefined],
    [{ durationSeconds: 60.6 }, 'tooLong'],
    [{ durationSeconds: Infinity }, 'tooLong'],
    [{ width: 64, height: 64 }, undefined],
    [{ width: 63 }, 'tooSmall'],
    [{ height: 0 }, 'tooSmall'],
    [{ width: 3840, height: 2160 }, undefined],
    [{ width: 2160, height: 3841 }, 'tooLarge'],
  ] as const)('%j have the fault %s', (facts, fault) => {
    expect(faultIn({ ...good, ...facts })).toBe(fault);
  });
});

describe('an upload that begins at midnight', () => {
  const begunAt = new Date('2026-03-10T00:00:00Z');

  it('is given up half an hour later when nothing comes', () => {
    expect(expiryWithoutPart(begunAt)).toEqual(new Date('2026-03-10T00:30:00Z'));
  });

  it.each([
    ['00:00', '10T06:00'],
    ['00:29', '10T06:29'],
    ['17:59', '10T23:59'],
    ['18:00', '11T00:00'],
    ['23:59', '11T00:00'],
  ])('whose part comes at %s expires on %s', (time, expiry) => {
    const at = new Date(`2026-03-10T${time}:00Z`);
    expect(expiryAfterPart(at, { begunAt })).toEqual(new Date(`2026-03-${expiry}:00Z`));
  });
});
