import {
  contract,
  type Endpoint,
  ErrorCode,
  type ErrorName,
  errorTexts,
  SystemErrorStatus,
} from '@lightstick/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { syncBuiltinESMExports } from 'node:module';
import zlib, { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWorld, type World } from '../world/world.ts';

type Operation = {
  operationId: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: { $ref?: string; name?: string; required?: boolean }[];
  requestBody?: {
    content: { 'application/json': { schema: { properties: Record<string, unknown>; required?: string[] } } };
  };
  responses: Record<string, Named>;
};
type Named = { $ref?: string; description?: string; content?: Record<string, { schema: unknown }> };
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, unknown>;
    responses: Record<string, Named>;
    securitySchemes: Record<string, unknown>;
  };
};

const statusCodes = (listed: string) => listed.split(' ');

const systemStatus: Partial<Record<ErrorName, number>> = SystemErrorStatus;

describe('/openapi.json', () => {
  let world: World;
  let document: Document;
  beforeAll(async () => {
    world = await createWorld();
    document = (await world.app.inject('/openapi.json')).json();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const operationOf = (route: string) => {
    const [method = '', path = ''] = route.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${route} is missing`);
    return operation;
  };

  it('is valid by an independent validator', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  });

  it('has every call of the contract, each with a name of its own', () => {
    const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.toSorted()).toEqual(Object.keys(contract).toSorted());
    expect(new Set(routes.map((route) => operationOf(route).operationId)).size).toBe(routes.length);
  });

  it('lists every refusal a call promises with code and both texts, and who may call', () => {
    for (const [route, endpoint] of Object.entries<Endpoint>(contract)) {
      const operation = operationOf(route);
      for (const name of endpoint.errors) {
        const status = systemStatus[name];
        if (status !== undefined) {
          expect(operation.responses[status]).toEqual({ $ref: `#/components/responses/${name}` });
          continue;
        }
        expect(operation.responses['200']?.description).toContain(
          `\`${ErrorCode[name]}\` **${name}**: ${errorTexts[name].en_US} ${errorTexts[name].zh_TW}`,
        );
      }
      expect(operation.security).toEqual(
        {
          public: [],
          optional: [{}, { token: [] }],
          fan: [{ token: [] }],
          passport: [{ passport: [] }],
          operator: [{ operator: [endpoint.scope] }],
        }[endpoint.auth],
      );
      const needs = operation.parameters.flatMap(({ $ref }) => /(\w+)IdempotencyKey$/.exec($ref ?? '')?.[1] ?? []);
      expect(needs.map((need) => need.toLowerCase())).toEqual(endpoint.idempotency ? [endpoint.idempotency] : []);
    }
  });

  it('shows the client’s side of a payload: before defaults and coercion', () => {
    const { requestBody, responses } = operationOf('POST /wallet/api/v1/pointsMall/exchangeTicket');
    expect(requestBody?.content['application/json'].schema.required).toEqual(['offerId']);
    expect(Object.keys(responses)).toEqual(statusCodes('200 400 401 403 408 409 412 413 417 422 429 431 500 503'));
    const { parameters } = operationOf('GET /activity/api/v1/vote/voteRecord');
    const names = parameters.flatMap(({ name }) => name ?? []);
    expect(names).toEqual(['pageNum', 'pageSize', 'activityId', 'idolId', 'state']);
  });

  it('says that an optional token is checked where a payload names an account', () => {
    const statuses = (route: string) => Object.keys(operationOf(route).responses);
    for (const route of ['POST /task/api/v1/task/getTasksList', 'POST /task/api/v1/riddle/getRiddleList']) {
      expect(statuses(route)).toEqual(statusCodes('200 400 401 403 408 412 413 417 422 429 431 500 503'));
      expect(operationOf(route).responses['401']).toEqual({ $ref: '#/components/responses/UNAUTHENTICATED' });
    }
    const statusesWithoutAccount = statuses('POST /wallet/api/v1/pointsMall/getPointExchangeList');
    expect(statusesWithoutAccount).toEqual(statusCodes('200 400 408 412 413 417 422 429 431 500 503'));
  });

  it('has a call that brings a file as a form', () => {
    const { requestBody } = operationOf('POST /wallet/api/v1/userExpand/uploadAvatar');
    expect(requestBody?.content).toEqual({
      'multipart/form-data': {
        schema: expect.objectContaining({
          required: ['avatar'],
          properties: expect.objectContaining({
            avatar: expect.objectContaining({ contentMediaType: 'application/octet-stream' }),
            crop: expect.objectContaining({ type: 'string' }),
          }),
        }),
        encoding: { avatar: { contentType: 'image/png, image/jpeg, image/webp' } },
      },
    });
  });

  it('shows the token of operators as a bearer’s, and how a call without one is answered', () => {
    expect(document.components.securitySchemes['operator']).toMatchObject({ type: 'http', scheme: 'bearer' });
    const { responses, tags } = operationOf('GET /operator/api/v1/acts/list');
    expect(tags).toEqual(['Operator']);
    expect(Object.keys(responses)).toEqual(statusCodes('200 400 401 403 408 413 417 422 429 431 500 503'));
    expect(responses['401']).toEqual({ $ref: '#/components/responses/OPERATOR_UNKNOWN' });
  });

  it('names the refusals of a call that answers with a file as JSON, for any type of file', () => {
    const content = operationOf('GET /task/api/v1/staking/periodFile').responses['200']?.content;
    expect(Object.keys(content ?? {}).toSorted()).toEqual(['application/json', 'text/plain']);
  });

  it('has streams as server-sent events', () => {
    expect(Object.keys(operationOf('GET /activity/api/v1/vote/stream').responses['200']?.content ?? {})).toContain(
      'text/event-stream',
    );
  });

  it('is limited for each network, and made and compressed once for a flood of it', async () => {
    const [written, compressed] = [vi.spyOn(JSON, 'stringify'), vi.spyOn(zlib, 'brotliCompressSync')];
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    await using other = await createWorld({ environment: { TRUST_PROXY: '1' } });
    const ask = (address: string, headers: Record<string, string> = {}) => {
      const from = { 'x-forwarded-for': address, 'accept-encoding': 'gzip, br', ...headers };
      return other.app.inject({ url: '/openapi.json', headers: from });
    };
    const replies = await Promise.all(Array.from({ length: 400 }, () => ask('192.0.2.1')));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(120);
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(280);
    expect(written.mock.calls.filter(([value]) => (value as Partial<Document> | null)?.openapi)).toHaveLength(1);
    expect(compressed).toHaveBeenCalledTimes(1);

    const small = await ask('192.0.2.2');
    expect(small.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(small.rawPayload).toString())).toEqual(document);
    expect(small.rawPayload.length).toBeLessThan(JSON.stringify(document).length / 8);
    const known = await ask('192.0.2.2', { 'if-none-match': String(small.headers['etag']) });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
  });

  it.each(['/openapi.json', '/docs', '/docs/style.css'])('HEAD %s is GET without the body', async (url) => {
    const [get, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => world.app.inject({ method, url, headers: {} })),
    );
    expect([head?.statusCode, head?.body]).toEqual([200, '']);
    expect(head?.headers).toEqual({ ...get?.headers, date: head?.headers['date'] });
  });

  it('names status and media type of what each call really answers to wrong and to empty requests', async () => {
    const fan = await world.given.fan();
    const operator = await world.given.operator();
    const signedIn = { token: fan.token, authorization: `Bearer ${operator.token}` };
    const json = { 'content-type': 'application/json' };
    const requests: readonly {
      readonly headers: Record<string, string>;
      readonly payload?: string;
      readonly query?: string;
    }[] = [
      { headers: {} },
      { headers: { ...signedIn, ...json }, payload: '{}' },
      { headers: { ...signedIn, ...json }, payload: '{' },
      { headers: { ...signedIn, ...json }, payload: '{"accountId":"another","userId":"another"}' },
      { headers: { ...signedIn, 'content-type': 'text/plain' }, payload: 'a' },
      { headers: { ...signedIn, ...json, 'idempotency-key': 'no uuid' }, payload: '{}' },
      { headers: { ...signedIn }, query: '?activityId=none&periodId=none&pageNum=a&accountId=another' },
      { headers: { ...signedIn }, query: '?activityId=none&periodId=none&roomId=none&idolId=none&format=json' },
    ];
    const unnamed: string[] = [];
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        // A stream that opens has no end.
        if (responses['200']?.content?.['text/event-stream']) continue;
        const isGet = method === 'get';
        for (const { headers, payload, query = '' } of requests.filter((one) => !isGet || one.payload === undefined)) {
          const reply = await world.app.inject({
            method: isGet ? 'GET' : 'POST',
            url: path + query,
            headers,
            ...(payload !== undefined && { payload }),
          });
          const named = resolveResponse(responses[String(reply.statusCode)]);
          const [type = ''] = (reply.headers['content-type'] ?? '').split(';');
          if (!named?.content?.[type]) unnamed.push(`${method} ${path}${query}: ${reply.statusCode} ${type}`);
        }
      }
    }
    expect([...new Set(unnamed)]).toEqual([]);
  });

  /** Returns a response, or the shared one that it refers to. */
  function resolveResponse(response: Named | undefined): Named | undefined {
    const shared = response?.$ref?.split('/').at(-1);
    return shared === undefined ? response : document.components.responses[shared];
  }

  it('points only at what it has', () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'));
    expect(references.length).toBeGreaterThan(100);
    for (const path of references) {
      const target = path.reduce<unknown>(
        (part, key) => (part as Record<string, unknown> | undefined)?.[key],
        document,
      );
      if (target === undefined) throw new Error(`Nothing is at #/${path.join('/')}`);
    }
  });
});

describe('/docs', () => {
  it('shows every call with its refusals on a page without scripts, under the strict policy', async () => {
    await using world = await createWorld();
    const reply = await world.app.inject('/docs');
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
    expect(reply.body).not.toMatch(/<script|\sstyle=|\son\w+=/);
    const text = reply.body.replaceAll(/<[^>]+>/g, '');
    for (const route of Object.keys(contract)) expect(text).toContain(route);
    expect(text).toContain(errorTexts.INSUFFICIENT_VOTES.zh_TW);
    expect(text, 'what is code looks like code').not.toContain('`');
    const stylesheet = await world.app.inject('/docs/style.css');
    expect([stylesheet.statusCode, stylesheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(
      (await world.app.inject({ url: '/docs', headers: { 'if-none-match': String(reply.headers['etag']) } }))
        .statusCode,
    ).toBe(304);
  });
});
