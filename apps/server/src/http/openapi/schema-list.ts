import { html, type Html } from '#/html.ts';
import type { JsonSchema } from './json-schema.ts';

/** A JSON Schema for people: one entry for each field, nested as the fields are. */
export function schemaList(schema: JsonSchema): Html {
  const { properties } = objectIn(schema);
  const fields = Object.entries(properties ?? {}).map(([name, property]) =>
    field(name, property as JsonSchema, schema),
  );
  const around = schema.properties ? html`` : html`<p class="type">${typeWords(schema)}</p>`;
  return fields.length > 0
    ? html`${around}
        <dl>${fields}</dl>`
    : around;
}

function field(name: string, property: JsonSchema, parent: JsonSchema): Html {
  const isNeeded = property.default !== undefined || (objectIn(parent).required ?? []).includes(name);
  const inner = objectIn(property);
  return html`<dt>
      <code>${name}</code> <span class="type">${typeWords(property)}${isNeeded ? '' : ', optional'}</span>
    </dt>
    ${inner.properties ? html`<dd>${schemaList(inner)}</dd>` : html``}`;
}

/** The object whose fields are of interest: the schema itself, what its lists hold, or what its records hold. */
function objectIn(schema: JsonSchema): JsonSchema {
  if (schema.properties) return schema;
  const { items, additionalProperties, anyOf } = schema;
  const inner = isSchema(items)
    ? items
    : isSchema(additionalProperties)
      ? additionalProperties
      : anyOf?.find(holdsObject);
  return inner && isSchema(inner) ? objectIn(inner) : schema;
}

function holdsObject(schema: unknown): boolean {
  return isSchema(schema) && objectIn(schema).properties !== undefined;
}

function isSchema(part: unknown): part is JsonSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

/** `integer, at least 1`, `list of object`, `one of once, daily`: what a field takes. */
function typeWords(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.map(String).join(', ')}`;
  if (schema.anyOf)
    return schema.anyOf.map((choice) => (isSchema(choice) ? typeWords(choice) : 'anything')).join(' or ');
  if (schema.$ref) return 'any JSON';
  const type = typeof schema.type === 'string' ? schema.type : 'any JSON';
  if (type === 'array') return `list of ${isSchema(schema.items) ? typeWords(schema.items) : 'anything'}`;
  if (isSchema(schema.additionalProperties)) return `object by key, each ${typeWords(schema.additionalProperties)}`;
  const name = schema.format ?? type;
  return [name, ...limitWords(schema), ...defaultWords(schema)].join(', ');
}

function limitWords(schema: JsonSchema): string[] {
  const words: string[] = [];
  if (schema.minimum !== undefined) words.push(`at least ${schema.minimum}`);
  if (schema.exclusiveMinimum !== undefined) words.push(`more than ${schema.exclusiveMinimum}`);
  if (schema.maximum !== undefined) words.push(`at most ${schema.maximum}`);
  if (schema.maxLength !== undefined) words.push(`up to ${schema.maxLength} characters`);
  return words;
}

function defaultWords(schema: JsonSchema): string[] {
  return schema.default === undefined || schema.type === 'object'
    ? []
    : [`${JSON.stringify(schema.default)} when left out`];
}
