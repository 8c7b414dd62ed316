import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void, level = 'info'): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the log', () => {
  it('writes lines of JSON with level and time in words', () => {
    expect(linesOf((log) => log.info({ num: 3 }, 'hello'))).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), num: 3, msg: 'hello' },
    ]);
  });

  it('removes secrets from every logged object, and leaves the given object as it is', () => {
    const careless = {
      token: 'secret-1',
      body: { password: 'secret-2', num: 3 },
      call: { headers: { cookie: 'secret-3' } },
    };
    const [line] = linesOf((log) => log.warn(careless, 'careless'));
    expect(line).toMatchObject({ token: '[redacted]', body: { password: '[redacted]', num: 3 } });
    expect(JSON.stringify(line)).not.toContain('secret-');
    expect(careless.body.password).toBe('secret-2');
  });

  it('writes an error’s name, message, code, stack and cause, and none of its other properties', () => {
    const error = Object.assign(new TypeError('broken', { cause: new Error('deeper') }), {
      code: '23505',
      client: { host: 'db', password: 'P1' },
      detail: 'Key (email)=(mina@example.com) already exists.',
    });
    const [line] = linesOf((log) => log.error({ err: error }, 'failed'));
    expect(line).toMatchObject({
      err: {
        name: 'TypeError',
        message: 'broken',
        code: '23505',
        stack: expect.stringContaining('log.test.ts'),
        cause: { name: 'Error', message: 'deeper', stack: expect.any(String) },
      },
    });
    expect(Object.keys(line?.['err'] as object)).toEqual(['name', 'message', 'code', 'stack', 'cause']);
    expect(JSON.stringify(line)).not.toMatch(/P1|mina/);
  });

  it('writes every error of an aggregate, and ends where causes form a cycle', () => {
    const first = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
    const [line] = linesOf((log) => log.error({ err: new AggregateError([first]) }, 'failed'));
    expect(line).toMatchObject({ err: { name: 'AggregateError', errors: [{ code: 'ECONNREFUSED' }] } });

    first.cause = first;
    expect(linesOf((log) => log.error({ err: first }, 'failed'))).toHaveLength(1);
  });

  it('writes a thrown value that is not an error', () => {
    expect(linesOf((log) => log.error({ err: 'gone' }, 'failed'))).toMatchObject([{ err: 'gone' }]);
  });

  it('is quiet below its level', () => {
    expect(linesOf((log) => log.info('hello'), 'warn')).toEqual([]);
  });
});

describe('a warning that repeats', () => {
  it('is one line at once, and one a minute later with the number of its repeats', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const warnings = () =>
      linesOf((log) => {
        for (let n = 0; n < 1_000; n += 1)
          log.warn({ err: new Error('away'), requestId: `r${n}` }, 'A chat is not read');
        log.warn(new Error('away'), 'Luck is not read');
        log.warn({ err: new Error('full') }, 'A chat is not read');
        log.warn({ mail: 1 }, 'A mail was refused');
        log.warn({ mail: 2 }, 'A mail was refused');
        log.error('An error');
        log.error('An error');
        vi.advanceTimersByTime(60_000);
        log.warn({ err: new Error('away') }, 'A chat is not read');
      });
    expect(warnings().map(({ msg, repeated, mail }) => [msg, repeated ?? mail])).toEqual([
      ['A chat is not read', undefined],
      ['Luck is not read', undefined],
      ['A chat is not read', undefined],
      ['A mail was refused', 1],
      ['A mail was refused', 2],
      ['An error', undefined],
      ['An error', undefined],
      ['A chat is not read', 999],
      ['A chat is not read', undefined],
    ]);
  });
});
