import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { givenElection } from '../../../../../bench/world/given-election.ts';
import { givenFans } from '../../../../../bench/world/given-fans.ts';
import { startTracing } from '#/lib/tracing.ts';
import { createDatabase } from '../../world/database.ts';
import { newEmail, receivedCode } from '../../world/sign-up.ts';
import { createWorld } from '../../world/world.ts';
import { killPrograms, startProgram } from './start-program.ts';

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
};
type Export = { readonly resourceSpans: { readonly scopeSpans: { readonly spans: Span[] }[] }[] };

afterEach(killPrograms);

/** A collector that takes OTLP over HTTP, as JSON. */
async function startCollector() {
  const exports: Export[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST' && request.url === '/v1/traces') exports.push((await json(request)) as Export);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      exports.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  };
}

const valueOf = ({ attributes }: Span, key: string) =>
  Object.values(attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

it('A vote is traced from the proxy to the commit of its batch, without facts about its fan.', async () => {
  const collector = await startCollector();
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createDatabase());
  // Its connections would hold the end of the database up.
  stack.defer(killPrograms);
  const election = await givenElection(database.ownerPool, 'storm');
  const [fan, other] = await givenFans(database.ownerPool, { fans: 2, votes: 100, voteAsset: election.voteAsset });
  if (!fan || !other) throw new Error('There are no fans');
  const program = startProgram({
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER_ARG: '0',
    TRUST_PROXY: '1',
  });
  const address = await program.address();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const key = randomUUID();
  const vote = (token: string, headers: Record<string, string>) =>
    fetch(`${address}/activity/api/v1/vote/doVote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token, ...headers },
      body: JSON.stringify({ activityId: election.activityId, idolId: election.idolIds[0], num: 1 }),
    });
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const replies = [
    await vote(fan.token, { traceparent, 'idempotency-key': key, 'x-request-id': 'request-of-the-proxy' }),
    // A share of 0 keeps no trace that the proxy does not keep.
    await vote(other.token, {}),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const info = await fetch(`${address}/wallet/api/v1/userExpand/getUserInfo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: fan.token, traceparent },
    body: '{}',
  });
  expect(info.status).toBe(200);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);

  const spans = collector.spans();
  const call = spans.find(({ name }) => name === 'POST /activity/api/v1/vote/doVote');
  const batch = spans.find(({ name }) => name === 'vote batch');
  if (!call || !batch) throw new Error(`Only ${spans.map(({ name }) => name).join(', ')} came`);
  expect([call.traceId, call.parentSpanId]).toEqual([traceId, '00f067aa0ba902b7']);
  expect([valueOf(call, 'http.response.status_code'), valueOf(call, 'request.id')]).toEqual([
    200,
    'request-of-the-proxy',
  ]);
  expect([batch.traceId, batch.parentSpanId, valueOf(batch, 'votes')]).toEqual([traceId, call.spanId, 1]);
  const read = spans.find(({ name }) => name === 'POST /wallet/api/v1/userExpand/getUserInfo');
  const queries = spans.filter(({ name, parentSpanId }) => name === 'database' && parentSpanId === read?.spanId);
  expect(queries.length).toBeGreaterThan(0);
  expect(spans.filter((span) => span.traceId !== traceId)).toEqual([]);
  const said = JSON.stringify(spans);
  for (const secret of [fan.token, key, election.activityId]) expect(said).not.toContain(secret);
});

it('A job is traced with the mail that it sends, without the address of the fan.', async () => {
  const collector = await startCollector();
  await using world = await createWorld();
  const tracing = await startTracing({ endpoint: collector.endpoint, share: 1, process: { version: '1.2.3' } });
  const email = newEmail();
  await receivedCode(world, email);
  await tracing[Symbol.asyncDispose]();
  const spans = collector.spans();
  const job = spans.find(({ name }) => name === 'job send-mail');
  const mail = spans.find(({ name }) => name === 'mail');
  expect([job?.parentSpanId, mail?.parentSpanId, mail?.traceId]).toEqual([undefined, job?.spanId, job?.traceId]);
  expect(job && valueOf(job, 'attempt')).toBe(1);
  expect(JSON.stringify(spans)).not.toContain(email);
});
