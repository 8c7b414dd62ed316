import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '#/sandbox/plain-forms.ts';
import { organiser } from './organiser.ts';
import { accountBehind, type Sandbox } from './sandbox.ts';
import { type Deed, listDeeds } from './sandbox.store.ts';

/** The part of X's API v2 that is used, in its own shapes. Lists are short enough for one page. */
export function xApiRoutes(scope: FastifyInstance, sandbox: Sandbox): void {
  const { db, path } = sandbox;

  scope.get(`${path}/2/users/me`, async (request, reply) => {
    const account = await accountBehind(sandbox, request, reply);
    if (!account) return reply;
    return reply.send({ data: { id: account.id, username: account.name, name: account.name } });
  });

  scope.get(`${path}/2/users/by/username/:name`, async (request, reply) => {
    if (!(await accountBehind(sandbox, request, reply))) return reply;
    const { name } = fieldsOf(request.params);
    if (name !== organiser.name) return reply.send({ errors: [{ title: 'Not Found Error' }] });
    return reply.send({ data: { id: organiser.id, username: organiser.name, name: organiser.name } });
  });

  /** A list of an account's own, which only holds something while the deed behind it is done. */
  function ownList(name: string, deed: Deed, entry: object): void {
    scope.get(`${path}/2/users/:id/${name}`, async (request, reply) => {
      const account = await accountBehind(sandbox, request, reply);
      if (!account) return reply;
      const { id } = fieldsOf(request.params);
      if (name === 'tweets' && id === organiser.id) {
        const { post } = organiser;
        return reply.send({ data: [{ id: post.id, created_at: post.createdAt }], meta: { result_count: 1 } });
      }
      if (id !== account.id) return reply.code(403).send({ title: 'Forbidden', status: 403 });
      const done = (await listDeeds(db, account.id)).has(deed);
      return reply.send(done ? { data: [entry], meta: { result_count: 1 } } : { meta: { result_count: 0 } });
    });
  }

  const { post } = organiser;
  ownList('following', 'follow', { id: organiser.id, username: organiser.name });
  ownList('liked_tweets', 'like', { id: post.id });
  ownList('tweets', 'repost', { id: 'a-repost', referenced_tweets: [{ type: 'retweeted', id: post.id }] });
}
