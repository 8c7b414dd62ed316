import { callerFields } from '../call.ts';
import { unreadableStatuses } from '../parser-errors.ts';
import { contract, type Endpoint, type ErrorName, SystemErrorStatus } from '@lightstick/contract';
import {
  failureResponses,
  parameters,
  securitySchemes,
  type SharedSchemas,
  errorList,
  failureSchema,
  requestIdHeader,
  type JsonSchema,
  jsonSchemaOf,
  keyWords,
} from './components.ts';

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const introduction = `Every JSON answer is an envelope \`{ code, message, data }\`; code 0 is success. The HTTP status \
tells what happened
to the request. A refusal of the product itself (too few points, sold out, ended) is status 200 with a nonzero code \
and a
message in the language of \`Accept-Language\`, en_US or zh_TW.

Amounts are whole numbers in the asset's smallest unit, up to 2^53-1. Times are ISO 8601 in UTC. Ids are strings. A
payload's \`accountId\` must be the caller's own.`;

type Place = {
  readonly serverUrl: string;
  readonly version: string;
  /** The name of the platform. */
  readonly title: string;
};

/** Writes the contract as an OpenAPI 3.1 document. */
export function openApiDocument({ serverUrl, version, title }: Place) {
  const shared: SharedSchemas = {};
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const [route, endpoint] of Object.entries<Endpoint>(contract)) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route, endpoint, shared) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [
      { name: 'System', description: 'What every client asks first.' },
      { name: 'Wallet', description: 'Accounts, balances and the points mall.' },
      { name: 'Activity', description: 'Elections and votes.' },
      { name: 'Task', description: 'Tasks that pay Points.' },
      { name: 'Content', description: 'Written pages.' },
      { name: 'Operator', description: 'What the organiser does. Every change asks why, and is written down.' },
    ],
    paths,
    components: { schemas: shared, parameters, responses: failureResponses, securitySchemes },
  };
}

/** Writes one call as an OpenAPI operation. */
function operationOf(route: string, endpoint: Endpoint, shared: SharedSchemas) {
  const operationId = operationIdOf(route);
  const query = endpoint.query && jsonSchemaOf(endpoint.query, 'input', `${operationId}Query`, shared);
  const body = endpoint.body && jsonSchemaOf(endpoint.body, 'input', `${operationId}Body`, shared);
  const data = jsonSchemaOf(endpoint.data, 'output', `${operationId}Data`, shared);
  return {
    operationId,
    tags: [tagOf(route)],
    summary: endpoint.summary,
    ...(endpoint.idempotency && { description: `Moves value. ${keyWords[endpoint.idempotency]}` }),
    security: securityOf(endpoint),
    parameters: [...(query ? queryParameters(query) : []), ...headerParameters(endpoint)],
    ...(body ? { requestBody: requestBodyOf(endpoint, body) } : {}),
    responses: { 200: successOf(endpoint, data), ...failuresOf(endpoint, namesCaller(query) || namesCaller(body)) },
  };
}

/**
 * Turns `POST /activity/api/v1/vote/doVote` into `vote_doVote`, which is unique because paths differ in these parts. An
 * operator's call has a prefix, because a fan's call may have the same name: `operator_forms_confirm`.
 */
function operationIdOf(route: string): string {
  const path = route.slice(route.indexOf('/') + 1).replace(/^(?!operator)\w+\/api\/v1\//, '');
  return path.replace(/^operator\/api\/v1\//, 'operator/').replaceAll(/\W+/g, '_');
}

const tags = {
  wallet: 'Wallet',
  activity: 'Activity',
  task: 'Task',
  content: 'Content',
  operator: 'Operator',
} as const;

function tagOf(route: string): string {
  const service = /^\w+ \/(\w+)\/api\//.exec(route)?.[1];
  return service !== undefined && service in tags ? tags[service as keyof typeof tags] : 'System';
}

function securityOf({ auth, scope }: Endpoint): Record<string, string[]>[] {
  if (auth === 'fan') return [{ token: [] }];
  if (auth === 'passport') return [{ passport: [] }];
  if (auth === 'operator') return [{ operator: [scope] }];
  return auth === 'optional' ? [{}, { token: [] }] : [];
}

function queryParameters(schema: JsonSchema) {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: property,
  }));
}

/** Returns whether a client can name the account that it means. */
function takesAccount({ auth }: Endpoint): boolean {
  return auth === 'fan' || auth === 'optional' || auth === 'passport';
}

function headerParameters(endpoint: Endpoint) {
  const names = ['AcceptLanguage', 'VersionCode', 'DeviceId', 'DeviceType', 'RequestId'];
  if (takesAccount(endpoint)) names.unshift('AccountId');
  if (endpoint.idempotency)
    names.unshift(endpoint.idempotency === 'required' ? 'RequiredIdempotencyKey' : 'OptionalIdempotencyKey');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

type RequestBody = {
  readonly required: boolean;
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly encoding?: unknown }>>;
};

/** Describes the body: JSON, or for an upload a form with a file and the body's fields. */
function requestBodyOf({ upload }: Endpoint, body: JsonSchema): RequestBody {
  if (!upload) return { required: !('default' in body), content: { 'application/json': { schema: body } } };
  const { field, accepts, maxBytes } = upload;
  const description = `At most ${maxBytes / 1_000_000} MB: ${accepts.join(', ')}.`;
  const file: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream', description };
  const schema: JsonSchema = {
    ...body,
    properties: { [field]: file, ...body.properties },
    required: [field, ...(body.required ?? [])],
  };
  const encoding = { [field]: { contentType: accepts.join(', ') } };
  return { required: true, content: { 'multipart/form-data': { schema, encoding } } };
}

function successOf(endpoint: Endpoint, data: JsonSchema) {
  const refusals = endpoint.errors.filter((name) => !(name in SystemErrorStatus));
  const listed =
    refusals.length > 0 ? `\n\nRefusals, also with status 200 and a nonzero code:\n${errorList(refusals)}` : '';
  if (endpoint.streams) {
    return {
      description: `Server-sent events; the data of each is this JSON, without an envelope.${listed}`,
      headers: requestIdHeader,
      content: { 'text/event-stream': { schema: data }, ...refusalContent(refusals) },
    };
  }
  if (endpoint.file) {
    return {
      description: `A file.${listed}`,
      headers: requestIdHeader,
      content: { ...refusalContent(refusals), ...fileContent(endpoint.file, data, refusals) },
    };
  }
  const success: JsonSchema = {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { const: 0 }, message: { type: 'string' }, data },
  };
  const schema: JsonSchema = refusals.length > 0 ? { oneOf: [success, failureSchema(refusals)] } : success;
  return { description: `Done.${listed}`, headers: requestIdHeader, content: { 'application/json': { schema } } };
}

function fileContent(
  mediaTypes: readonly string[],
  data: JsonSchema,
  refusals: readonly ErrorName[],
): Record<string, { schema: JsonSchema }> {
  const asJson: JsonSchema = refusals.length > 0 ? { oneOf: [data, failureSchema(refusals)] } : data;
  return Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: type === 'application/json' ? asJson : { type: 'string' } }]),
  );
}

function refusalContent(refusals: readonly ErrorName[]) {
  return refusals.length > 0 ? { 'application/json': { schema: failureSchema(refusals) } } : {};
}

/** Returns whether a payload may have a field that must be the caller's own. */
function namesCaller(payload: JsonSchema | undefined): boolean {
  return callerFields.some((field) => payload?.properties?.[field] !== undefined);
}

/**
 * Returns the possible failures of a call, by HTTP status. Where a token is optional, only a named account is checked.
 */
function failuresOf(endpoint: Endpoint, isCallerNamed: boolean) {
  const own = endpoint.errors.filter((name) => name in SystemErrorStatus) as (keyof typeof SystemErrorStatus)[];
  const names: (keyof typeof SystemErrorStatus)[] = [
    'REQUEST_UNREADABLE',
    'TOO_MANY_REQUESTS',
    'INTERNAL',
    'OVERLOADED',
  ];
  if (endpoint.body || endpoint.query || endpoint.idempotency) names.push('REQUEST_INVALID');
  const isAccountChecked = endpoint.auth === 'optional' && isCallerNamed;
  if (endpoint.auth === 'fan' || endpoint.auth === 'passport' || isAccountChecked) names.push('UNAUTHENTICATED');
  if (endpoint.auth === 'fan' || isAccountChecked) names.push('FORBIDDEN');
  if (takesAccount(endpoint)) names.push('ACCOUNT_CHANGED');
  if (endpoint.auth === 'operator') names.push('OPERATOR_UNKNOWN', 'OPERATOR_ROLE_LACKING');
  if (endpoint.idempotency) names.push('IDEMPOTENCY_KEY_REUSED');
  // An own refusal says more than the usual one of the same status.
  const documented = [...names, ...own];
  return Object.fromEntries([
    ...unreadableStatuses.map((status) => [status, { $ref: `#/components/responses/UNREADABLE_${status}` }]),
    ...documented.map((name) => [SystemErrorStatus[name], { $ref: `#/components/responses/${name}` }]),
  ]);
}
