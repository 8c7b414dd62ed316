import { describe, expect, it } from 'vitest';
import { createTurns, QueueIsFull } from './turns.ts';

const forever = new AbortController().signal;

describe('turns', () => {
  it('are taken by so many of a key at a time, and by the others in order of arrival', async () => {
    const turns = createTurns(2, 10);
    const [first, second] = [await turns.take('a', forever), await turns.take('a', forever)];
    const begun: number[] = [];
    const later = [3, 4, 5].map(async (nth) => {
      const end = await turns.take('a', forever);
      begun.push(nth);
      return end;
    });
    expect(turns.waiting).toBe(3);
    expect(turns.tryTake('a')).toBeUndefined();

    second();
    (await later[0])?.();
    await later[1];
    expect(begun).toEqual([3, 4]);
    first();
    await later[2];
    expect(begun).toEqual([3, 4, 5]);
    expect(turns.waiting).toBe(0);
  });

  it('of different keys do not wait for each other', async () => {
    const turns = createTurns(1, 10);
    await turns.take('a', forever);
    await expect(turns.take('b', forever)).resolves.toBeTypeOf('function');
  });

  it('end once, however often their end is called', async () => {
    const turns = createTurns(1, 10);
    const end = await turns.take('a', forever);
    end();
    end();
    expect(turns.tryTake('a')).toBeTypeOf('function');
    expect(turns.tryTake('a')).toBeUndefined();
  });

  it('refuse one more than may wait, and only for that key', async () => {
    const turns = createTurns(1, 1);
    await turns.take('a', forever);
    void turns.take('a', forever);
    await expect(turns.take('a', forever)).rejects.toThrow(QueueIsFull);
    await expect(turns.take('b', forever)).resolves.toBeTypeOf('function');
  });

  it('are lost by one who gives up, and go to the next', async () => {
    const turns = createTurns(1, 10);
    const end = await turns.take('a', forever);
    const client = new AbortController();
    const gone = turns.take('a', client.signal);
    const next = turns.take('a', forever);
    client.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(turns.waiting).toBe(1);
    end();
    await expect(next).resolves.toBeTypeOf('function');
  });

  it('are not taken by one who has given up before', async () => {
    const turns = createTurns(1, 10);
    await expect(turns.take('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(turns.tryTake('a')).toBeTypeOf('function');
  });
});
