import { describe, expect, it } from 'vitest';
import { createServerKeys } from '#/config/server-keys.ts';
import { formAddress, parameterExpiry, createFormParameters } from './form-link.rules.ts';

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

const parameters = createFormParameters(createServerKeys('a secret of thirty-two characters!'));
const others = createFormParameters(createServerKeys('another secret of the same length!'));
const ticket = '5f1dcb1c-7f3b-4f0a-9f0e-0123456789ab';
const expiresAt = new Date('2026-03-11T00:00:00.000Z');
const inTime = new Date(expiresAt.getTime() - 1);

describe('the parameter of a form', () => {
  const parameter = parameters.write(ticket, expiresAt);

  it('gives its ticket back until it expires', () => {
    expect(parameters.read(parameter, inTime)).toBe(ticket);
    expect(() => parameters.read(parameter, expiresAt)).toThrow('FORM_PARAMETER_EXPIRED');
  });

  it('is of letters that addresses take as they are', () => {
    expect(encodeURIComponent(parameter)).toBe(parameter);
    expect(parameter).toHaveLength(72);
  });

  it('is refused when any of its bits is another', () => {
    const bytes = Buffer.from(parameter, 'base64url');
    for (let place = 0; place < bytes.length; place += 1) {
      const altered = Buffer.from(bytes);
      altered[place] = (altered[place] ?? 0) ^ 1;
      expect(() => parameters.read(altered.toString('base64url'), inTime)).toThrow('FORM_PARAMETER_INVALID');
    }
  });

  it.each([
    ['nothing', ''],
    ['a part of one', parameter.slice(0, -4)],
    ['more than one', `${parameter}AAAA`],
    ['another spelling of the same bytes', `${parameter}=`],
    ['something else', 'x'.repeat(72)],
    ['one of another server', others.write(ticket, expiresAt)],
  ])('is refused when it is %s', (_, given) => {
    expect(() => parameters.read(given, inTime)).toThrow('FORM_PARAMETER_INVALID');
  });
});
