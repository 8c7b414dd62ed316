import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { sandboxAccountName } from '#/modules/tasks/index.ts';
import { fieldsOf } from '#/dev/sandbox-pages.ts';
import type { SocialProvider } from '#/config/providers.ts';

/** A provider of the sandbox. */
export type Sandbox = {
  readonly db: Kysely<DB>;
  readonly oauth: OAuth2Server;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly redirectUris: () => string[];
  readonly provider: SocialProvider;
  /** Its path. */
  readonly path: string;
};

/** Converts a request for the OAuth library. */
export function oauthRequest(request: FastifyRequest): OAuth2Server.Request {
  return new OAuth2Server.Request({
    headers: fieldsOf(
      Object.fromEntries(Object.entries(request.headers).filter(([, value]) => typeof value === 'string')),
    ),
    method: request.method,
    query: fieldsOf(request.query),
    body: fieldsOf(request.body),
  });
}

/** Converts an error of the OAuth library. */
export function oauthFailure(error: unknown): { readonly status: number; readonly name: string } {
  const known = z.object({ code: z.int().min(400).max(599), name: z.string() }).safeParse(error);
  if (!known.success || known.data.code >= 500) throw error;
  return { status: known.data.code, name: known.data.name };
}

/** Returns the account of an API request's access token; otherwise answers 401 and returns undefined. */
export async function accountBehind(
  { oauth }: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  try {
    const token = await oauth.authenticate(oauthRequest(request), new OAuth2Server.Response({}));
    return z.object({ id: z.string(), name: z.string() }).parse(token.user);
  } catch (error) {
    const { status } = oauthFailure(error);
    await reply.code(status).header('cache-control', 'no-store').send({ title: 'Unauthorized', status });
    return undefined;
  }
}

/** The organiser at the sandbox's X: one account with one old post. */
export const organiser = {
  id: '1004',
  name: sandboxAccountName,
  post: { id: '1860000000000001004', createdAt: '2026-01-01T00:00:00.000Z' },
} as const;
