import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

const texts = z.record(z.string(), z.string()).catch({});

/** Lets the routes of a scope take plain forms, and the token endpoint of OAuth, which nothing else here does. */
export function readPlainForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** The names and values of a form or a query; none where a body is something else. */
export function fieldsOf(given: unknown): Readonly<Record<string, string>> {
  return texts.parse(given);
}
