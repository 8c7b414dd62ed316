import { describe, expect, test } from 'vitest';
import { derivedUuid, isUuid, uuidV7, uuidV7TimeMs } from './uuid.ts';

describe('a UUID for a part of what another names', () => {
  test.each([
    ['version 7', uuidV7(new Date('2026-11-21T12:00:00.000Z'))],
    ['version 4', '5f1dcb1c-7f3b-4f0a-9f0e-0123456789ab'],
  ])('is a valid one of the same time, for %s', (_, uuid) => {
    const part = derivedUuid(uuid, 'part');
    expect(isUuid(part)).toBe(true);
    expect(part[14]).toBe(uuid[14]);
    expect(part[19]).toMatch(/[89ab]/);
    expect(uuidV7TimeMs(part)).toBe(uuidV7TimeMs(uuid));
  });

  test('is always the same, whatever the case of the letters, and differs for other parts and other UUIDs', () => {
    const uuid = '5f1dcb1c-7f3b-4f0a-9f0e-0123456789ab';
    const part = derivedUuid(uuid, 'part');
    expect(derivedUuid(uuid.toUpperCase(), 'part').toLowerCase()).toBe(part);
    expect(new Set([uuid, part, derivedUuid(uuid, 'other'), derivedUuid(uuid.replace(/b$/, 'c'), 'part')]).size).toBe(
      4,
    );
  });
});
