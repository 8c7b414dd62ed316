import { describe, expect, test } from 'vitest';
import { formatPayload } from './log-panel.tsx';

const token = 'k7WmQz0123456789';

describe('a payload in the log', () => {
  test.each([[{ result: { token, accountId: 'a1' } }], [JSON.stringify({ result: { token, accountId: 'a1' } })]])(
    'is pretty, and its secrets are shortened: %j',
    (payload) => {
      expect(JSON.parse(formatPayload(payload))).toEqual({
        result: { token: 'k7Wm… (16 characters)', accountId: 'a1' },
      });
      expect(formatPayload(payload)).toContain('\n  "result"');
    },
  );

  test('hides secrets under every name they have', () => {
    expect(formatPayload({ passportToken: token, PassWord: token, discordToken: token })).not.toContain(token);
  });

  test('that is not JSON is shown as it is, and an absent one as nothing', () => {
    expect(formatPayload('{"v":1,')).toBe('{"v":1,');
    expect(formatPayload(undefined)).toBe('');
  });
});
