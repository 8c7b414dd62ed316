import type { FastifyInstance } from 'fastify';
import { accountBehind, type Sandbox } from './sandbox.ts';

/** The part of Discord's API that is used. */
export function discordApiRoutes(scope: FastifyInstance, sandbox: Sandbox): void {
  scope.get(`${sandbox.path}/users/@me`, async (request, reply) => {
    const account = await accountBehind(sandbox, request, reply);
    if (!account) return reply;
    const { id, name } = account;
    return reply.header('cache-control', 'no-store').send({ id, username: name, global_name: name });
  });
}
