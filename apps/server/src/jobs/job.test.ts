import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { job, jobKind, noPayload, scheduledJob } from './job.ts';
import { everyMinute } from './schedules.ts';

const attempt = { number: 1, last: false };
const kind = jobKind('count', { payload: z.object({ num: z.int() }), attempts: 3 });

describe('a job', () => {
  it('hands the parsed payload and the attempt to its handler', async () => {
    const run = vi.fn<() => Promise<undefined>>(async () => undefined);
    await job(kind, run).run({ num: 3, _cron: { ts: '2026-11-29T00:00:00Z' } }, attempt);
    expect(run).toHaveBeenCalledExactlyOnceWith({ num: 3 }, attempt);
  });

  it('fails before its handler when the payload is not of its kind', async () => {
    const run = vi.fn<() => Promise<undefined>>(async () => undefined);
    await expect(job(kind, run).run({ num: 'three' }, attempt)).rejects.toThrow(z.ZodError);
    expect(run).not.toHaveBeenCalled();
  });

  it('that is queued and scheduled takes its schedule from the page', () => {
    const run = async () => undefined;
    expect(job(jobKind('move-luck', { payload: noPayload, attempts: 7 }), run).schedule).toBe(everyMinute());
    expect(job(kind, run)).toMatchObject({ id: 'count', schedule: undefined });
  });

  it('that is only scheduled runs for any payload of the queue', async () => {
    const run = vi.fn<() => Promise<undefined>>(async () => undefined);
    await scheduledJob('forget-chat', run).run({ _cron: {} }, attempt);
    await scheduledJob('forget-chat', run).run(undefined, attempt);
    expect(run).toHaveBeenCalledTimes(2);
  });
});
