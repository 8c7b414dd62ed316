import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Campaign, campaignKeyOf, type Packet, packetsKeyOf } from './luck-queries.ts';
import { applyLuckEvent } from './luck-stream.ts';

const soldOutAt = '2026-11-22T12:30:09.000Z';

describe('an event of the stream', () => {
  let client: QueryClient;
  const packets = () => client.getQueryData<Packet[]>(packetsKeyOf('7'));
  const raffle = () => client.getQueryData<Campaign>(campaignKeyOf(undefined, '9'));

  beforeEach(() => {
    client = new QueryClient();
    const packet = { packetId: '1', state: 'open', left: 10, soldOutAt: null };
    client.setQueryData(packetsKeyOf('7'), [packet, { ...packet, packetId: '2' }]);
    client.setQueryData(campaignKeyOf(undefined, '9'), {
      activityId: '9',
      kind: 'raffle',
      state: 'open',
      draw: 'open',
      entries: 5,
    });
  });

  test('changes what it names and nothing else', () => {
    const hasTurned = applyLuckEvent(client, {
      packets: [{ packetId: '1', state: 'open', left: 4, soldOutAt: null }],
      campaigns: [{ activityId: '9', state: 'open', count: 8, draw: 'open' }],
    });
    expect(packets()).toMatchObject([{ left: 4 }, { left: 10 }]);
    expect(raffle()).toMatchObject({ entries: 8 });
    expect(hasTurned).toBe(false);
  });

  test('says that there is more to fetch when something has turned', () => {
    expect(
      applyLuckEvent(client, { packets: [{ packetId: '1', state: 'soldOut', left: 0, soldOutAt }], campaigns: [] }),
    ).toBe(true);
    expect(packets()).toMatchObject([{ state: 'soldOut', left: 0, soldOutAt }, { state: 'open' }]);
    expect(
      applyLuckEvent(client, {
        packets: [],
        campaigns: [{ activityId: '9', state: 'ended', count: 5, draw: 'drawn' }],
      }),
    ).toBe(true);
  });

  test('of a server process that lags behind turns nothing back', () => {
    applyLuckEvent(client, {
      packets: [{ packetId: '1', state: 'soldOut', left: 0, soldOutAt }],
      campaigns: [{ activityId: '9', state: 'ended', count: 9, draw: 'waiting' }],
    });
    const hasTurned = applyLuckEvent(client, {
      packets: [{ packetId: '1', state: 'open', left: 3, soldOutAt: null }],
      campaigns: [{ activityId: '9', state: 'open', count: 7, draw: 'frozen' }],
    });
    expect(hasTurned).toBe(false);
    expect(packets()?.[0]).toMatchObject({ state: 'soldOut', left: 0, soldOutAt });
    expect(raffle()).toMatchObject({ state: 'ended', draw: 'waiting', entries: 9 });
  });
});
