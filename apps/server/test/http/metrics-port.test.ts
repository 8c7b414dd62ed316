import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listenForMetrics } from '#/http/metrics.ts';

it('The port of the metrics answers, and its end does not wait for a connection that was never used.', async () => {
  const shown = { contentType: 'text/plain', metrics: async () => 'lightstick_workers 2' };
  const metrics = await listenForMetrics(shown, { host: '127.0.0.1', port: 0 });
  const unused = connect(metrics.port, '127.0.0.1');
  await once(unused, 'connect');
  const page = await fetch(`http://127.0.0.1:${metrics.port}/metrics`).then((reply) => reply.text());
  expect(page).toBe('lightstick_workers 2');
  const closed = once(unused, 'close');
  await metrics[Symbol.asyncDispose]();
  await closed;
});
