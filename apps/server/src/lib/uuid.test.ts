import { describe, expect, test } from 'vitest';
import { derivedUuid, isClientKey, isUuid, namedUuid, uuidV7, uuidV7TimeMs } from './uuid.ts';

describe('a UUID for a part of what another names', () => {
  test.each([
    ['version 7', uuidV7(new Date('2026-11-21T12:00:00.000Z'))],
    ['version 4', '5f1dcb1c-7f3b-4f0a-9f0e-0123456789ab'],
  ])('is one of the same time that no client may send, for %s', (_, uuid) => {
    const part = derivedUuid(uuid, 'part');
    expect(isUuid(part)).toBe(true);
    expect(part[14]).toBe(uuid[14]);
    expect(isClientKey(uuid)).toBe(true);
    expect(isClientKey(part)).toBe(false);
    expect(uuidV7TimeMs(part)).toBe(uuidV7TimeMs(uuid));
  });

  test('is always the same for letters of any case, and differs for other parts and other UUIDs', () => {
    const uuid = '5f1dcb1c-7f3b-4f0a-9f0e-0123456789ab';
    const part = derivedUuid(uuid, 'part');
    expect(derivedUuid(uuid.toUpperCase(), 'part').toLowerCase()).toBe(part);
    expect(new Set([uuid, part, derivedUuid(uuid, 'other'), derivedUuid(uuid.replace(/b$/, 'c'), 'part')]).size).toBe(
      4,
    );
  });
});

test('A UUID of a time and a name is always the same one, of that time, and none that a client may send.', () => {
  const at = new Date('2026-11-21T12:00:00.000Z');
  const uuid = namedUuid(at, 'name');
  expect([isUuid(uuid), isClientKey(uuid), uuidV7TimeMs(uuid)]).toEqual([true, false, at.getTime()]);
  expect(namedUuid(at, 'name')).toBe(uuid);
  expect(namedUuid(at, 'other')).not.toBe(uuid);
});

test.each([
  ['of version 8', '5f1dcb1c-7f3b-8f0a-9f0e-0123456789ab'],
  ['without a version', '5f1dcb1c-7f3b-0f0a-9f0e-0123456789ab'],
  ['of another variant', '5f1dcb1c-7f3b-4f0a-cf0e-0123456789ab'],
  ['that is none', '5f1dcb1c'],
])('A client may not send a key %s.', (_, key) => {
  expect(isClientKey(key)).toBe(false);
});
