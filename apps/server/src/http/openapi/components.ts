import { STATUS_CODES } from 'node:http';
import { ErrorCode, type ErrorName, errorTexts, type SystemErrorName, SystemErrorStatus } from '@lightstick/contract';
import * as z from 'zod';
import { unreadableStatuses } from '#/http/parser-errors.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Recursive schemas by name, for the document's components. */
export type SharedSchemas = Record<string, JsonSchema>;

const localReference = '#/$defs/';

/**
 * Returns the JSON Schema of one side of a call, without what zod adds for its own checks: the bounds of safe integers,
 * which the document's introduction states once, and patterns of named formats.
 * @param name the name of recursive parts in `shared`, which references use
 */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  name: string,
  shared: SharedSchemas,
): JsonSchema {
  const {
    $schema: _dialect,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      // A newer server may send fields that the client does not know.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const addressPart = (part: JsonSchema): JsonSchema =>
    readdress(part, (local) => `#/components/schemas/${name}${local}`);
  for (const [local, definition] of Object.entries($defs)) shared[`${name}${local}`] = addressPart(definition);
  return addressPart(rest);
}

function readdress<T>(part: T, address: (local: string) => string): T {
  if (Array.isArray(part)) return part.map((item: unknown) => readdress(item, address)) as T;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => {
      const isReference = key === '$ref' && typeof value === 'string' && value.startsWith(localReference);
      return [key, isReference ? address(value.slice(localReference.length)) : readdress(value, address)];
    }),
  ) as T;
}

/** What a call says of its `Idempotency-Key`. */
export const keyWords = {
  optional: 'An `Idempotency-Key` makes a repeat safe; without one each call is a new call.',
  required: 'An `Idempotency-Key` is required; without one nothing happens.',
} as const;

const keyMeaning =
  'A UUID of version 1 to 7, 7 preferred, made with the intent and sent again with every repeat of it. ' +
  'The effect happens once, and a repeat with the same body gets the first answer for seven days; ' +
  'another body, or what the key moved before them, gets 409.';

/** Headers of any call. */
export const parameters = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'The language of messages and content; en_US when it names neither.',
    schema: { type: 'string', examples: ['zh_TW', 'en-US,en;q=0.8'] },
  },
  VersionCode: {
    name: 'X-VersionCode',
    in: 'header',
    description: 'The version of the client. It is logged with each request, and decides nothing.',
    schema: { type: 'string', maxLength: 128 },
  },
  DeviceId: {
    name: 'X-Deviceid',
    in: 'header',
    description: 'A random id that the client made for this device.',
    schema: { type: 'string', maxLength: 128 },
  },
  DeviceType: {
    name: 'X-Custom-Device-Type',
    in: 'header',
    description: 'What the client runs on.',
    schema: { type: 'string', enum: ['ANDROID', 'IOS', 'H5'] },
  },
  AccountId: {
    name: 'X-Account-Id',
    in: 'header',
    description:
      'The account that the client means. When the token or passport is another account’s, ' +
      'nothing is done and the answer is 412 with code ACCOUNT_CHANGED. Beside an expired token the answer is 401, ' +
      'also where anyone may call.',
    schema: { type: 'string' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id under which to find this request in the logs. One is made when none is sent.',
    schema: { type: 'string', pattern: '^[\\w.:-]{8,64}$' },
  },
  OptionalIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `${keyWords.optional} ${keyMeaning}`,
    schema: { type: 'string', format: 'uuid' },
  },
  RequiredIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: `${keyWords.required} ${keyMeaning}`,
    schema: { type: 'string', format: 'uuid' },
  },
} as const;

export const securitySchemes = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'token',
    description: 'The token that register, login or session answered.',
  },
  passport: {
    type: 'apiKey',
    in: 'cookie',
    name: 'passport',
    description: 'The HttpOnly cookie of a browser that signed in before.',
  },
  operator: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token that `operator add` printed, with the scope that the call names.',
  },
} as const;

export const requestIdHeader = {
  'X-Request-Id': { description: 'The id of this request in the logs.', schema: { type: 'string' } },
} as const;

/** Returns the schema of a failure with one of these errors. */
export function failureSchema(names: readonly ErrorName[]): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { type: 'integer', enum: names.map((name) => ErrorCode[name]) },
      message: { type: 'string', description: "Words for the fan, in the caller's language." },
      data: { type: 'null' },
    },
  };
}

/** Writes a line per error: its code, its name and its texts in both languages. */
export function errorList(names: readonly ErrorName[]): string {
  return names
    .map((name) => `- \`${ErrorCode[name]}\` **${name}**: ${errorTexts[name].en_US} ${errorTexts[name].zh_TW}`)
    .join('\n');
}

/** Errors that any call may give with the status of another one. */
const alsoPossible: Partial<Record<SystemErrorName, readonly SystemErrorName[]>> = {
  OVERLOADED: ['SERVICE_UNAVAILABLE', 'PLATFORM_HELD'],
  CHAIN_UNAVAILABLE: ['OVERLOADED', 'SERVICE_UNAVAILABLE', 'PLATFORM_HELD'],
  OPERATOR_ROLE_LACKING: ['OPERATOR_SCOPE_LACKING'],
};

const systemErrors = Object.entries(SystemErrorStatus) as [SystemErrorName, number][];

/** Responses to failures of the request itself, which any call may give, by error name or by the status of the HTTP layer. */
export const failureResponses = Object.fromEntries([
  ...unreadableStatuses.map((status) => [
    `UNREADABLE_${status}`,
    {
      description:
        `${STATUS_CODES[status]}: the request could not be read as HTTP.\n\n` + errorList(['REQUEST_UNREADABLE']),
      content: { 'application/json': { schema: failureSchema(['REQUEST_UNREADABLE']) } },
    },
  ]),
  ...systemErrors.map(([name, status]) => [
    name,
    {
      description: errorList([name, ...(alsoPossible[name] ?? [])]),
      headers: status === 429 || status === 503 ? { ...requestIdHeader, ...retryAfterHeader() } : requestIdHeader,
      content: { 'application/json': { schema: failureSchema([name, ...(alsoPossible[name] ?? [])]) } },
    },
  ]),
]);

function retryAfterHeader() {
  return { 'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' } } };
}
