import { describe, expect, it } from 'vitest';
import { formAddress, parameterExpiry } from './form-link.rules.ts';

const publicUrl = 'https://vote.example.com';
const taipei = 'Asia/Taipei';
/** Eleven in the evening in Taipei, on a Sunday. */
const late = new Date('2026-03-15T15:00:00.000Z');

describe('the address of a form', () => {
  it.each([
    ['https://forms.example.com/f?usp=pp_url', 'entry.123', 'https://forms.example.com/f?usp=pp_url&entry.123=Ab_-9'],
    ['https://forms.example.com/f?entry.123=x#end', 'entry.123', 'https://forms.example.com/f?entry.123=Ab_-9#end'],
    ['https://forms.example.com/{parameter}/start', null, 'https://forms.example.com/Ab_-9/start'],
    ['https://forms.example.com/f#fan={parameter}', null, 'https://forms.example.com/f#fan=Ab_-9'],
    ['/dev/form', 'fan', 'https://vote.example.com/dev/form?fan=Ab_-9'],
  ])('%s with the parameter %s', (url, parameter, address) => {
    expect(formAddress({ url, parameter }, 'Ab_-9', publicUrl)).toBe(address);
  });
});

describe('a parameter is good', () => {
  it('for a day', () => {
    const expiresAt = parameterExpiry({ period: 'once', endsAt: null }, late, taipei);
    expect(expiresAt.toISOString()).toBe('2026-03-16T15:00:00.000Z');
  });

  it.each(['daily', 'weekly'] as const)('until the end of the occurrence of a %s task', (period) => {
    expect(parameterExpiry({ period, endsAt: null }, late, taipei).toISOString()).toBe('2026-03-15T16:00:00.000Z');
  });

  it('until the end of its task', () => {
    const endsAt = new Date('2026-03-15T15:30:00.000Z');
    expect(parameterExpiry({ period: 'daily', endsAt }, late, taipei)).toEqual(endsAt);
  });
});
