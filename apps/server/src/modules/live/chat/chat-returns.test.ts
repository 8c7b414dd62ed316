import { describe, expect, it } from 'vitest';
import { createChatReturns, sharedPosition } from './chat-returns.ts';

const most = 2000;

describe('the events of listeners who return to a chat', () => {
  it('are exact after a few changes, and never begin later than the listener was', () => {
    for (const seq of [0, 1, 31, 32, 33, 1000, 100_000]) {
      for (let after = 0; after <= seq; after += Math.max(1, Math.floor(seq / 997))) {
        const from = sharedPosition(after, seq, most);
        expect(from).toBeLessThanOrEqual(after);
        if (seq - after <= 32) expect(from).toBe(after);
      }
    }
  });

  it('are few for any number of listeners’ positions', () => {
    const seq = 50_000;
    const positions = Array.from({ length: seq + 1 }, (_, after) => sharedPosition(after, seq, most));
    expect(new Set(positions).size).toBe(33 + 5 + 1);
  });

  it('are read once for all who come at once, and keep a bounded number of bytes', async () => {
    const returns = createChatReturns();
    let reads = 0;
    const read = () => {
      reads += 1;
      return Promise.resolve(Buffer.alloc(1024 * 1024));
    };
    await Promise.all(Array.from({ length: 100 }, () => returns.eventFrom({ version: 1, from: 7, read })));
    expect(reads).toBe(1);
    for (let from = 0; from < 40; from += 1) await returns.eventFrom({ version: 2, from, read });
    expect(reads).toBe(41);
    expect(returns.keptBytes).toBe(16 * 1024 * 1024);
  });

  it('are read again after a failure', async () => {
    const returns = createChatReturns();
    const failToRead = () => Promise.reject(new Error('The database is away'));
    await expect(returns.eventFrom({ version: 1, from: 0, read: failToRead })).rejects.toThrow('away');
    const event = Buffer.from('event');
    expect(await returns.eventFrom({ version: 1, from: 0, read: () => Promise.resolve(event) })).toBe(event);
  });
});
