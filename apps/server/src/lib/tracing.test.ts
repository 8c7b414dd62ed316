import { expect, it } from 'vitest';
import { currentSpan, inSpan, isTracing, openSpan, readTraceparent } from './tracing.ts';

it('Without a collector work is done as it is, and no span is opened.', async () => {
  const failure = new Error('away');
  expect([isTracing(), openSpan('a call', { isRoot: true }), currentSpan()]).toEqual([false, undefined, undefined]);
  expect(await inSpan('a job', { isRoot: true }, async () => currentSpan() ?? 'done')).toBe('done');
  await expect(inSpan('a job', { isRoot: true }, () => Promise.reject(failure))).rejects.toBe(failure);
});

it('The place in a header of the W3C is read, and anything else is none.', () => {
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, traceFlags: 1, isRemote: true });
  const none = [
    undefined,
    '',
    `00-${traceId}-${spanId}`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `ff-${traceId}-${spanId}-01`,
  ];
  expect(none.map(readTraceparent)).toEqual(none.map(() => undefined));
});
