import { describe, expect, it } from 'vitest';
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

  it('cuts secrets out of whatever is logged, and leaves the object that was given as it is', () => {
    const careless = { token: 'T1', body: { password: 'P1', num: 3 }, call: { headers: { cookie: 'C1' } } };
    const [line] = linesOf((log) => log.warn(careless, 'careless'));
    expect(line).toMatchObject({ token: '[redacted]', body: { password: '[redacted]', num: 3 } });
    expect(JSON.stringify(line)).not.toMatch(/T1|P1|C1/);
    expect(careless.body.password).toBe('P1');
  });

  it('tells an error with its stack, its code and its cause, without the connection it came by', () => {
    const error = Object.assign(new Error('broken', { cause: new Error('deeper') }), {
      code: '57P01',
      client: { host: 'db' },
    });
    const [line] = linesOf((log) => log.error({ err: error }, 'failed'));
    expect(line).toMatchObject({
      err: {
        type: 'Error',
        message: 'broken',
        code: '57P01',
        stack: expect.stringContaining('log.test.ts'),
        cause: { message: 'deeper' },
      },
    });
    expect(line).not.toHaveProperty('err.client');
  });

  it('is quiet below its level', () => {
    expect(linesOf((log) => log.info('hello'), 'warn')).toEqual([]);
  });
});
