import { describe, expect, test } from 'vitest';
import { shownPayload } from './log-panel.tsx';

const token = 'k7WmQz0123456789';

describe('a payload in the log', () => {
  test.each([[{ result: { token, accountId: 'a1' } }], [JSON.stringify({ result: { token, accountId: 'a1' } })]])(
    'is pretty, and its secrets are shortened: %j',
    (payload) => {
      expect(JSON.parse(shownPayload(payload))).toEqual({
        result: { token: 'k7Wm… (16 characters)', accountId: 'a1' },
      });
      expect(shownPayload(payload)).toContain('\n  "result"');
    },
  );

  test('hides secrets under every name they have', () => {
    expect(shownPayload({ passportToken: token, PassWord: token, discordToken: token })).not.toContain(token);
  });

  test('that is no JSON is shown as it is, and none at all is nothing', () => {
    expect(shownPayload('{"v":1,')).toBe('{"v":1,');
    expect(shownPayload(undefined)).toBe('');
  });
});
