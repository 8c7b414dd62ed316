import { contract, type Endpoint } from '@lightstick/contract';
import { failureResponses, parameters, securitySchemes } from './components.ts';
import { operationOf } from './operation.ts';
import type { SharedSchemas } from './json-schema.ts';

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const introduction = `Every JSON answer is an envelope \`{ code, message, data }\`; code 0 is success. The HTTP status tells what happened
to the request. A refusal of the product itself (too few points, sold out, ended) is status 200 with a nonzero code and a
message in the language of \`Accept-Language\`, en_US or zh_TW.

Amounts are whole numbers in the asset's smallest unit, up to 2^53-1. Times are ISO 8601 in UTC. Ids are strings. A
payload's \`accountId\` must be the caller's own.`;

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(serverUrl: string, version: string) {
  const shared: SharedSchemas = {};
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const [route, endpoint] of Object.entries<Endpoint>(contract)) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route, endpoint, shared) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lightstick',
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
