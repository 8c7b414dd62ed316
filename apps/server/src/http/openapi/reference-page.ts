import {
  contract,
  type Endpoint,
  ErrorCode,
  type ErrorName,
  errorTexts,
  SystemErrorStatus,
} from '@lightstick/contract';
import { html, type Html } from '#/html.ts';
import type { OpenApiDocument } from './document.ts';
import type { JsonSchema } from './json-schema.ts';
import { schemaList } from './schema-list.ts';

type Operation = OpenApiDocument['paths'][string][string];

const authWords: Readonly<Record<Endpoint['auth'], string>> = {
  public: 'Anyone may call.',
  optional: 'Anyone may call; a token adds what is the caller’s own.',
  fan: 'Needs the token of a signed-in fan.',
  passport: 'Needs the passport cookie of a browser that signed in before.',
  operator: 'Needs the token of an operator.',
};

/** The reference of every call as one page without scripts, written from the OpenAPI document. */
export function referencePage(document: OpenApiDocument): string {
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

function call(route: string, operation: Operation): Html {
  const endpoint: Endpoint = contract[route as keyof typeof contract];
  const [method = '', path = ''] = route.split(' ');
  return html`<details>
    <summary>
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code>
      <span class="summary">${operation.summary}</span>
    </summary>
    <div id="${operation.operationId}">
      <p>
        ${authWords[endpoint.auth]}${endpoint.roles ? ` Roles: ${endpoint.roles.join(', ')}.` : ''}${endpoint.movesValue ? ' Moves value: send an Idempotency-Key.' : ''}${endpoint.upload ? ' Comes as a form, multipart/form-data.' : ''}${endpoint.streams ? ' Answers as server-sent events.' : ''}
      </p>
      ${part('Query', querySchema(operation))}${part('Body', bodySchema(operation))}
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

function part(title: string, schema: JsonSchema | undefined): Html {
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
function breakable(path: string): Html {
  const pieces = path.split('/').slice(1);
  return html`${pieces.map((piece) => html`/<wbr />${piece}`)}`;
}

function paragraphs(markdown: string): Html {
  return html`${markdown.split('\n\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}`;
}

function withCode(text: string): Html {
  return html`${text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))}`;
}
