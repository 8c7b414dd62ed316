import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isWebhookAddress, judgeAttempt, messageOf, mostTries, type Outcome } from './webhook.rules.ts';

const at = new Date('2026-12-01T12:00:00.000Z');
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const answered = (status: number): Outcome => ({ status, failure: null });

const judge = (outcome: Outcome, { tries = 1, failingSince = null as Date | null, chance = 0 } = {}) =>
  judgeAttempt({ outcome, tries, failingSince, at, chance });

describe('an attempt', () => {
  it.each([200, 202, 204])('that is answered by %i is the last, and clears the trouble of its endpoint', (status) => {
    expect(judge(answered(status), { tries: 3, failingSince: minutesLater(-60) })).toEqual({
      state: 'delivered',
      dueAt: null,
      failingSince: null,
      switchOff: null,
    });
  });

  it.each([answered(301), answered(404), answered(500), { status: null, failure: 'timeout' } as const])(
    'that ends as %o is repeated after growing pauses for about a day, then given up',
    (outcome) => {
      const pauses = Array.from({ length: mostTries - 1 }, (_, index) => judge(outcome, { tries: index + 1 }).dueAt);
      expect(pauses).toEqual([1 / 6, 1, 5, 30, 120, 360, 720].map(minutesLater));
      expect(judge(outcome, { tries: mostTries })).toMatchObject({ state: 'failed', dueAt: null, switchOff: null });
    },
  );

  it('that fails comes back up to a fifth later than another one', () => {
    expect(judge(answered(500), { tries: 2, chance: 1 }).dueAt).toEqual(minutesLater(1.2));
  });

  it('that finds the endpoint gone ends it at once', () => {
    expect(judge(answered(410))).toMatchObject({ state: 'failed', switchOff: 'gone' });
  });

  it('that fails ends its endpoint when nothing has arrived for three days', () => {
    const failing = (minutes: number) => judge(answered(500), { failingSince: minutesLater(-minutes) });
    expect(failing(3 * 24 * 60 - 1)).toMatchObject({ state: 'waiting', switchOff: null });
    expect(failing(3 * 24 * 60)).toMatchObject({ state: 'failed', switchOff: 'failing' });
  });
});

it.each([
  ['https://hooks.example.com/lightstick?team=1', true, true],
  ['http://127.0.0.1:4000/hook', false, true],
  ['http://localhost:4000/hook', false, true],
  ['http://hooks.example.com/', false, false],
  ['https://hooks.example.com:8443/', false, false],
  ['https://user:password@hooks.example.com/', false, false],
  ['https://10.0.0.7/hook', false, false],
  ['https://[::1]/hook', false, false],
  ['http://169.254.169.254/latest', false, false],
  ['ftp://hooks.example.com/', false, false],
])('%s may be an endpoint in production: %s, in development: %s', (address, inProduction, inDevelopment) => {
  expect(isWebhookAddress(address, { production: true })).toBe(inProduction);
  expect(isWebhookAddress(address, { production: false })).toBe(inDevelopment);
});

it('is signed by every secret over id, time and body, as Standard Webhooks says', () => {
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const secrets = keys.map((key) => `whsec_${key.toString('base64')}`);
  const event = { eventId: '0199', type: 'round.opened', occurredAt: minutesLater(-1), facts: { round: 1 } };
  const { body, headers } = messageOf(event, { secrets, at });
  expect(body.toString()).toBe('{"type":"round.opened","timestamp":"2026-12-01T11:59:00.000Z","data":{"round":1}}');
  expect(headers).toMatchObject({ 'webhook-id': 'evt_0199', 'webhook-timestamp': '1796126400' });
  const signed = `evt_0199.1796126400.${body.toString()}`;
  expect(headers['webhook-signature']).toBe(
    keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' '),
  );
});
