import { ErrorCode, type ErrorName } from '@lightstick/contract/errors';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Packet } from '#/features/luck/luck-queries.ts';
import { ApiError, TransportError } from '#/lib/api/api-error.ts';
import { connection } from '#/lib/connection.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { grabErrorText, grabShare, withShare } from './use-grab.ts';

const opensAt = '2026-11-22T12:30:00.000Z';
const packet = { packetId: 'p1', opensAt };
const grabbed = {
  packetId: 'p1',
  shareId: 's1',
  place: 3,
  amount: 128,
  grabbedAt: '2026-11-22T12:30:01.000Z',
  gives: { assetName: 'POINT', activityId: null, amount: 128 },
};
const refusal = (reason: ErrorName) => ({ code: ErrorCode[reason], message: 'no', data: null });

let answers: object[];

beforeEach(() => {
  connection.write('online');
  vi.useFakeTimers({ now: Date.parse(opensAt) });
  vi.stubGlobal('document', { cookie: '', querySelector: () => ({ content: '{"commitId":"abc1234"}' }) });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answers.shift())));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a press', () => {
  test('in the very first moment asks again until the server’s clock has reached the opening', async () => {
    answers = [refusal('PACKET_NOT_OPEN'), refusal('PACKET_NOT_OPEN'), { code: 0, message: 'ok', data: grabbed }];
    const share = grabShare(packet);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(share).resolves.toEqual(grabbed);
  });

  test('shows that the packet is not open when the clock is right', async () => {
    vi.setSystemTime(Date.parse(opensAt) + 60_000);
    answers = [refusal('PACKET_NOT_OPEN')];
    await expect(grabShare(packet)).rejects.toThrow(ApiError);
  });

  test('that comes too late shows that at once', async () => {
    answers = [refusal('PACKET_SOLD_OUT')];
    await expect(grabShare(packet)).rejects.toMatchObject({ code: ErrorCode.PACKET_SOLD_OUT });
  });
});

test('a share is shown in its packet alone, and takes one of what is left', () => {
  const known = { packetId: 'p1', mine: null, shares: 10, left: 10 } as Packet;
  const other = { ...known, packetId: 'p2' };
  const { shareId, place, amount, grabbedAt } = grabbed;
  expect(withShare([known, other], grabbed)).toEqual([
    { ...known, left: 7, mine: { shareId, place, amount, grabbedAt } },
    other,
  ]);
});

test('an unknown outcome does not read as a refusal', () => {
  const t: Translate = (id, values) => (id === 'packet.refused' ? String(values?.['server']) : id);
  const about = { message: 'Only for fans of Taiwan.', status: 200, requestId: null, path: '/' };
  expect(grabErrorText(new ApiError({ code: ErrorCode.LUCK_REGION_CLOSED, ...about }), t)).toBe(about.message);
  expect(grabErrorText(new TransportError('network', '/'), t)).toBe('packet.unknown');
});
