import * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Schemas that refer to themselves, by name; they stand in the document's components. */
export type SharedSchemas = Record<string, JsonSchema>;

const localReference = '#/$defs/';

/**
 * The JSON Schema of one side of a call. What zod puts in for its own checks alone is left out: the bounds of exact
 * whole numbers, which the document's introduction states once, and patterns of formats that have a name.
 *
 * @param name - what recursive parts are called in `shared`, whose addresses they then use.
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
      // A newer server may answer more than a client knows.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const addressed = (part: JsonSchema): JsonSchema =>
    readdress(part, (local) => `#/components/schemas/${name}${local}`);
  for (const [local, definition] of Object.entries($defs)) shared[`${name}${local}`] = addressed(definition);
  return addressed(rest);
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
