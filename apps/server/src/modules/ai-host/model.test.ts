import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import { expect, it } from 'vitest';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import { createModel } from './model.ts';

const facts = knownEvent('en_US');
const settings = { name: 'a-model', apiKey: 'a secret key', requestsADay: 10, tokensADay: 10_000 };

type Seen = { readonly url: string | undefined; readonly body: string };

/** Starts a server that answers each request as the test says, and remembers what it was asked. */
async function serverThat(answer: (reply: ServerResponse) => void) {
  const seen: Seen[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      seen.push({ url: request.url, body });
      answer(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    seen,
    ask: (timeoutMs = 5_000) => createModel({ ...settings, baseUrl }, timeoutMs)('Who leads?', facts),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const part = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}`;
const streams =
  (...pieces: readonly string[]) =>
  (reply: ServerResponse) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) reply.write(piece);
    reply.end();
  };

it('takes the whole answer of a server that speaks the protocol', async () => {
  const mock = new LLMock({ port: 0 });
  mock.onMessage(/Who leads/, { content: 'Lumi Tang leads with 18,420 votes.' });
  await mock.start();
  try {
    const model = createModel({ ...settings, baseUrl: `${mock.url}/v1` });
    expect(await model('Who leads?', facts)).toMatchObject({ ok: true, text: 'Lumi Tang leads with 18,420 votes.' });
    expect(await model('What does the mock not know?', facts)).toMatchObject({ ok: false });
  } finally {
    await mock.stop();
  }
});

it('sends the facts and one quoted question, without tools, names of fans or a history', async () => {
  await using server = await serverThat(streams(`${part('Fine.', 'stop')}\n\n`, 'data: [DONE]\n\n'));
  expect(await server.ask()).toEqual({ ok: true, text: 'Fine.', tokens: 0 });
  const [request] = server.seen;
  const body = JSON.parse(request?.body ?? '{}') as { messages: { role: string; content: string }[] };
  expect(request?.url).toBe('/v1/chat/completions');
  expect(body).not.toHaveProperty('tools');
  expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(body.messages[1]?.content).toBe('{"question":"Who leads?"}');
});

it('reads lines that end in CRLF and arrive in pieces', async () => {
  const text = `${part('Hel')}\r\n\r\n${part('lo.', 'stop')}\r\n\r\ndata: [DONE]\r\n\r\n`;
  await using server = await serverThat(streams(...(text.match(/[\s\S]{1,7}/g) ?? [])));
  expect(await server.ask()).toMatchObject({ ok: true, text: 'Hello.' });
});

it('counts tokens of a last part whose choices are null', async () => {
  const usage = `data: ${JSON.stringify({ choices: null, usage: { total_tokens: 321 } })}\n\n`;
  await using server = await serverThat(streams(`${part('Hello.', 'stop')}\n\n`, usage, 'data: [DONE]\n\n'));
  expect(await server.ask()).toEqual({ ok: true, text: 'Hello.', tokens: 321 });
});

it.each([
  ['has no end', streams(`${part('Lumi Tang leads with 18')}\n\n`), 'finish_reason missing'],
  ['was cut at its length', streams(`${part('Lumi', 'length')}\n\n`, 'data: [DONE]\n\n'), 'finish_reason length'],
  ['was filtered', streams(`${part('', 'content_filter')}\n\n`), 'finish_reason content_filter'],
  ['calls a tool', streams(`${part('', 'tool_calls')}\n\n`), 'finish_reason tool_calls'],
  ['never ends', streams(`${part('on and on '.repeat(300))}\n\n`), 'too long'],
  ['turns into an error', streams(`${part('Lumi')}\n\n`, 'data: {"error":{"message":"boom"}}\n\n'), 'APIError'],
  ['is no JSON', streams('data: {"choices": [\n\n'), 'SyntaxError'],
  ['is a 429', (reply: ServerResponse) => void reply.writeHead(429, { 'retry-after': '1' }).end('{}'), 'status 429'],
  ['is a 500', (reply: ServerResponse) => void reply.writeHead(500).end('no'), 'status 500'],
  [
    'leads elsewhere',
    (reply: ServerResponse) => void reply.writeHead(302, { location: '/v2' }).end(),
    'APIConnectionError',
  ],
])('an answer that %s is a failure, and is asked for once', async (_, answer, because) => {
  await using server = await serverThat(answer);
  expect(await server.ask()).toMatchObject({ ok: false, because });
  expect(server.seen).toHaveLength(1);
});

it.each([
  ['says nothing', () => undefined],
  [
    'stops in the middle',
    (reply: ServerResponse) =>
      void reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(`${part('Lumi')}\n\n`),
  ],
])('a server that %s is left at the deadline', async (_, answer) => {
  await using server = await serverThat(answer);
  expect(await server.ask(150)).toMatchObject({ ok: false, because: 'silent' });
});
