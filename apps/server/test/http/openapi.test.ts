import {
  contract,
  type Endpoint,
  ErrorCode,
  type ErrorName,
  errorTexts,
  SystemErrorStatus,
} from '@lightstick/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../world/world.ts';

type Operation = {
  operationId: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: { $ref?: string; name?: string; required?: boolean }[];
  requestBody?: {
    content: { 'application/json': { schema: { properties: Record<string, unknown>; required?: string[] } } };
  };
  responses: Record<string, { description?: string; content?: Record<string, { schema: unknown }> }>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
};

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
          operator: [{ operator: [] }],
        }[endpoint.auth],
      );
      const hasKey = operation.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
      expect(hasKey).toBe(endpoint.movesValue === true);
    }
  });

  it('tells what a client sends: before defaults and coercion', () => {
    const { requestBody, responses } = operationOf('POST /wallet/api/v1/pointsMall/exchangeTicket');
    expect(requestBody?.content['application/json'].schema.required).toEqual(['offerId']);
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '409', '422', '429', '500', '503']);
    const { parameters } = operationOf('GET /activity/api/v1/vote/voteRecord');
    expect(parameters.flatMap(({ name }) => name ?? [])).toEqual([
      'pageNum',
      'pageSize',
      'activityId',
      'idolId',
      'state',
    ]);
  });

  it('tells that an optional token is checked where a payload names an account', () => {
    const statuses = (route: string) => Object.keys(operationOf(route).responses);
    for (const route of ['POST /task/api/v1/task/getTasksList', 'POST /task/api/v1/riddle/getRiddleList']) {
      expect(statuses(route)).toEqual(['200', '400', '401', '403', '422', '429', '500', '503']);
      expect(operationOf(route).responses['401']).toEqual({ $ref: '#/components/responses/UNAUTHENTICATED' });
    }
    const statusesWithoutAccount = statuses('POST /wallet/api/v1/pointsMall/getPointExchangeList');
    expect(statusesWithoutAccount).toEqual(['200', '400', '422', '429', '500', '503']);
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
    expect(Object.keys(responses)).toEqual(['200', '401', '403', '422', '429', '500', '503']);
    expect(responses['401']).toEqual({ $ref: '#/components/responses/OPERATOR_UNKNOWN' });
  });

  it('has streams as server-sent events', () => {
    expect(Object.keys(operationOf('GET /activity/api/v1/vote/stream').responses['200']?.content ?? {})).toContain(
      'text/event-stream',
    );
  });

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
