import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  contract,
  type Endpoint,
  ErrorCode,
  type ErrorName,
  errorTexts,
  SystemErrorStatus,
} from '@lightstick/contract';
import type { Brand } from '#/config/brand.ts';
import { CachedResponse, sendReady } from '#/http/response-cache.ts';
import { openApiDocument, type OpenApiDocument } from './document.ts';
import product from '../../../package.json' with { type: 'json' };
import { html, type Html } from '#/lib/html.ts';
import { type JsonSchema, keyWords } from './components.ts';

/**
 * Serves the contract for machines at /openapi.json and for people at /docs. Each is rendered once, when it is first asked
 * for: the document takes longer than the rest of building the server.
 */
export function openApiPages(server: FastifyInstance): void {
  const serverUrl = server.services.settings.publicUrl;
  const render = ({ name }: Brand) => openApiDocument({ serverUrl, version: product.version, title: name.en_US });
  serveText(server, '/openapi.json', 'application/json; charset=utf-8', (brand) => JSON.stringify(render(brand)));
  serveText(server, '/docs', 'text/html; charset=utf-8', (brand) => referencePage(render(brand)));
  serveText(server, '/docs/style.css', 'text/css; charset=utf-8', () => referenceStyle);
}

function serveText(server: FastifyInstance, url: string, contentType: string, render: (brand: Brand) => string): void {
  let rendered: { readonly under: Brand; readonly answer: CachedResponse<string> } | undefined;
  server.get(url, { config: { rate: 'document' } }, async (request, reply) => {
    const brand = await server.services.brand();
    if (rendered?.under !== brand) rendered = { under: brand, answer: withTag(render(brand)) };
    reply.headers(server.pageHeaders).header('cache-control', 'no-cache').header('content-type', contentType);
    return sendReady(request, reply, rendered.answer);
  });
}

function withTag(text: string): CachedResponse<string> {
  return new CachedResponse(text, `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`);
}

type Operation = OpenApiDocument['paths'][string][string];

const authWords: Readonly<Record<Endpoint['auth'], string>> = {
  public: 'Anyone may call.',
  optional: 'Anyone may call; a token adds what is the caller’s own.',
  fan: 'Needs the token of a signed-in fan.',
  passport: 'Needs the passport cookie of a browser that signed in before.',
  operator: 'Needs the token of an operator.',
};

/** Renders the reference of every call as one page without scripts, from the OpenAPI document. */
function referencePage(document: OpenApiDocument): string {
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
  const sections = document.tags.map((tag) => {
    const own = routes.filter(({ operation }) => operation.tags.includes(tag.name));
    return html`<section>
      <h2>${tag.name}</h2>
      <p>${tag.description}</p>
      ${own.map(({ route, operation }) => call(route, operation))}
    </section>`;
  });
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title}: the calls</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/docs/style.css" />
      </head>
      <body>
        <header>
          <h1>${document.info.title}: the calls</h1>
          <p>Version ${document.info.version} · <a href="/openapi.json">OpenAPI 3.1 document</a></p>
        </header>
        <main>
          ${paragraphs(document.info.description)}${sections}
          <section>
            <h2>Errors</h2>
            <p>Any call may also answer these, with the HTTP status given.</p>
            ${errors(systemErrors)}
          </section>
        </main>
      </body>
    </html>`.text;
}

const systemErrors = Object.keys(SystemErrorStatus) as ErrorName[];

/** Says who may call, and what is special about the call. */
function traitsOf({ auth, roles, scope, idempotency, upload, streams }: Endpoint): string {
  return [
    authWords[auth],
    roles && `Roles: ${roles.join(', ')}.`,
    scope && `Scope: ${scope}.`,
    idempotency && `Moves value. ${keyWords[idempotency].replaceAll('`', '')}`,
    upload && 'Comes as a form, multipart/form-data.',
    streams && 'Answers as server-sent events.',
  ]
    .filter(Boolean)
    .join(' ');
}

function call(route: string, operation: Operation): Html {
  const endpoint: Endpoint = contract[route as keyof typeof contract];
  const [method = '', path = ''] = route.split(' ');
  return html`<details>
    <summary>
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${addBreaks(path)}</code>
      <span class="summary">${withCode(operation.summary)}</span>
    </summary>
    <div id="${operation.operationId}">
      <p>${traitsOf(endpoint)}</p>
      ${section('Query', querySchema(operation))}${section('Body', bodySchema(operation))}
      <h3>${endpoint.streams ? 'Data of each event' : 'Data'}</h3>
      ${schemaList(dataSchema(operation, endpoint))}
      ${
        endpoint.errors.length > 0
          ? html`<h3>Refusals</h3>
              ${errors(endpoint.errors)}`
          : html``
      }
    </div>
  </details>`;
}

function section(title: string, schema: JsonSchema | undefined): Html {
  return schema?.properties && Object.keys(schema.properties).length > 0
    ? html`<h3>${title}</h3>
        ${schemaList(schema)}`
    : html``;
}

function querySchema({ parameters }: Operation): JsonSchema {
  const own = parameters.filter((parameter) => 'schema' in parameter);
  return {
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])) as Record<string, JsonSchema>,
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

function bodySchema({ requestBody }: Operation): JsonSchema | undefined {
  return Object.values(requestBody?.content ?? {})[0]?.schema;
}

function dataSchema(operation: Operation, { streams }: Endpoint): JsonSchema {
  const content: Readonly<Record<string, { readonly schema: JsonSchema } | undefined>> =
    operation.responses[200].content;
  if (streams) return content['text/event-stream']?.schema ?? {};
  const schema = content['application/json']?.schema ?? {};
  const success = schema.oneOf?.[0] ?? schema;
  return (success.properties?.['data'] ?? {}) as JsonSchema;
}

function errors(names: readonly ErrorName[]): Html {
  return html`<dl class="errors">
    ${names.map((name) => {
      const status = (SystemErrorStatus as Partial<Record<ErrorName, number>>)[name];
      return html`<dt><code>${ErrorCode[name]}</code> ${name}${status ? ` · HTTP ${status}` : ''}</dt>
        <dd>${errorTexts[name].en_US}<br /><span lang="zh-Hant-TW">${errorTexts[name].zh_TW}</span></dd>`;
    })}
  </dl>`;
}

/** Lets a long path wrap after its slashes on a narrow screen. */
function addBreaks(path: string): Html {
  const pieces = path.split('/').slice(1);
  return html`${pieces.map((piece) => html`/<wbr />${piece}`)}`;
}

function paragraphs(markdown: string): Html {
  return html`${markdown.split('\n\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}`;
}

function withCode(text: string): Html {
  const pieces = text.split('`');
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))}`;
}

/** Renders a JSON Schema for people: a nested list of fields. */
function schemaList(schema: JsonSchema): Html {
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

/** Returns the object with the relevant fields: the schema itself, or the elements of its list or record. */
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

/** Writes the type of a field in words: `integer, at least 1`, `list of object`, `one of once, daily`. */
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

/** The reference page's style: both themes by the system's choice, one column on a phone. */
const referenceStyle = `
:root {
  color-scheme: light dark;
  --page: #fbfafd; --card: #fff; --line: #dcd6e6; --text: #1d1728; --soft: #5d5470; --get: #0b6b4f; --post: #7a1fa2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14101c; --card: #1e1829; --line: #3a3149; --text: #f1edf8; --soft: #b5aac9;
    --get: #6fdcb8; --post: #dfa6f7;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, "Noto Sans TC", sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; line-height: 1.2; margin: 1rem 0 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0; }
h3 { font-size: 0.95rem; margin: 1rem 0 0.25rem; }
a { color: var(--post); }
code { font: 0.875rem/1.4 ui-monospace, monospace; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; margin: 0.5rem 0; }
summary { cursor: pointer; padding: 0.75rem 1rem; min-height: 3rem; border-radius: 0.75rem; }
summary:focus-visible { outline: 3px solid var(--post); outline-offset: 2px; }
details > div { padding: 0 1rem 1rem; border-top: 1px solid var(--line); scroll-margin-top: 5rem; }
.method { display: inline-block; min-width: 3rem; font: 700 0.8rem/1.4 ui-monospace, monospace; }
.get { color: var(--get); }
.post { color: var(--post); }
.summary { display: block; color: var(--soft); font-size: 0.95rem; }
.type { color: var(--soft); font-size: 0.875rem; }
dl { margin: 0; }
dt { margin-top: 0.35rem; }
dd { margin: 0; padding-left: 1rem; border-left: 2px solid var(--line); }
.errors dd { color: var(--soft); font-size: 0.95rem; }
`;
