import type { FastifyInstance } from 'fastify';
import { consentRoutes } from './consent.routes.ts';
import { organiser, accountBehind, type Sandbox } from './sandbox.ts';
import { createSandboxOauth } from './sandbox-oauth.ts';
import { type SandboxAction, listActions } from './sandbox.store.ts';
import { siteRoutes } from './site.routes.ts';
import { tokenRoutes } from './token.routes.ts';
import { ownOrigins } from '#/http/own-origins.ts';
import {
  callbackUrl,
  discordScopes,
  sandboxClient,
  sandboxPath,
  socialModes,
  xScopes,
  type SocialServices,
} from '#/modules/tasks/index.ts';
import { readPlainForms, fieldsOf } from '#/dev/sandbox-pages.ts';

/**
 * Plays the providers without keys in the settings, below /dev/social: consent pages, tokens, the needed parts of their
 * APIs, and a small site. Registered on development servers only.
 */
export function sandboxRoutes(server: FastifyInstance, services: SocialServices): void {
  const { db, keys, settings } = services;
  const modes = socialModes(settings);
  const client = sandboxClient(keys);
  const redirectUris = () => ownOrigins(server).map(callbackUrl);

  void server.register(async (scope) => {
    readPlainForms(scope);
    if (modes.twitter === 'sandbox') {
      const oauth = createSandboxOauth({ db, provider: 'twitter', client, redirectUris, scopes: xScopes });
      const sandbox = { db, oauth, client, redirectUris, provider: 'twitter', path: sandboxPath('twitter') } as const;
      consentRoutes(scope, sandbox);
      tokenRoutes(scope, sandbox);
      xApiRoutes(scope, sandbox);
      siteRoutes(scope, sandbox);
    }
    if (modes.discord === 'sandbox') {
      const oauth = createSandboxOauth({ db, provider: 'discord', client, redirectUris, scopes: discordScopes });
      const sandbox = { db, oauth, client, redirectUris, provider: 'discord', path: sandboxPath('discord') } as const;
      consentRoutes(scope, sandbox);
      tokenRoutes(scope, sandbox);
      discordApiRoutes(scope, sandbox);
    }
  });
}

/** The needed part of Discord's API. */
function discordApiRoutes(scope: FastifyInstance, sandbox: Sandbox): void {
  scope.get(`${sandbox.path}/users/@me`, async (request, reply) => {
    const account = await accountBehind(sandbox, request, reply);
    if (!account) return reply;
    const { id, name } = account;
    return reply.header('cache-control', 'no-store').send({ id, username: name, global_name: name });
  });
}

/** The needed part of X's API v2, in its own shapes. Lists fit into one page. */
function xApiRoutes(scope: FastifyInstance, sandbox: Sandbox): void {
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

  /** A list of an account, with its entry only while the action is done. */
  function ownList(name: string, action: SandboxAction, entry: object): void {
    scope.get(`${path}/2/users/:id/${name}`, async (request, reply) => {
      const account = await accountBehind(sandbox, request, reply);
      if (!account) return reply;
      const { id } = fieldsOf(request.params);
      if (name === 'tweets' && id === organiser.id) {
        const { post } = organiser;
        return reply.send({ data: [{ id: post.id, created_at: post.createdAt }], meta: { result_count: 1 } });
      }
      if (id !== account.id) return reply.code(403).send({ title: 'Forbidden', status: 403 });
      const done = (await listActions(db, account.id)).has(action);
      return reply.send(done ? { data: [entry], meta: { result_count: 1 } } : { meta: { result_count: 0 } });
    });
  }

  const { post } = organiser;
  ownList('following', 'follow', { id: organiser.id, username: organiser.name });
  ownList('liked_tweets', 'like', { id: post.id });
  ownList('tweets', 'repost', { id: 'a-repost', referenced_tweets: [{ type: 'retweeted', id: post.id }] });
}
