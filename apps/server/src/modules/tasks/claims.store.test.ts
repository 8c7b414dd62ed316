import { describe, expect, it } from 'vitest';
import { isUuid } from '#/lib/uuid.ts';
import { claimKey } from './claims.store.ts';

const claim = { fanId: 7, taskId: 'visit-1', occurrence: '2026-11-21' };

describe('the key of a claim', () => {
  it('is a name-based UUID of version 8 that never changes', () => {
    const key = claimKey(claim);
    expect(isUuid(key)).toBe(true);
    expect(key).toBe('37459d84-55c8-8a19-ad5d-87b5b940307d');
    expect(key[14]).toBe('8');
    expect(['8', '9', 'a', 'b']).toContain(key[19]);
  });

  it('differs by fan, task and occurrence, however their texts are cut', () => {
    const keys = [
      claim,
      { ...claim, fanId: 71 },
      { ...claim, taskId: 'visit-2' },
      { ...claim, occurrence: '2026-11-22' },
      { ...claim, taskId: 'visit-1","2026-11-21', occurrence: '' },
    ].map(claimKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
