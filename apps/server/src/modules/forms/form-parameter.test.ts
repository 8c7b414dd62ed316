import { describe, expect, it } from 'vitest';
import { createServerKeys } from '#/server-keys.ts';
import { createFormParameters } from './form-parameter.ts';

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
