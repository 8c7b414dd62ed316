import type { FastifyInstance } from 'fastify';
import { readPlainForms } from '#/sandbox/plain-forms.ts';
import type { SocialServices } from '../social-services.ts';
import { callbackUrl, discordScopes, sandboxClient, sandboxPath, socialModes, xScopes } from '../provider.ts';
import { consentRoutes } from './consent.routes.ts';
import { discordApiRoutes } from './discord-api.routes.ts';
import { createSandboxOauth } from './sandbox-oauth.ts';
import { siteRoutes } from './site.routes.ts';
import { tokenRoutes } from './token.routes.ts';
import { xApiRoutes } from './x-api.routes.ts';

/**
 * Plays the providers that the settings give no keys for, below /dev/social: consent pages, tokens, the parts of their
 * APIs that are used, and a little of their sites. The caller registers it on servers for development only.
 */
export function sandboxRoutes(server: FastifyInstance, services: SocialServices): void {
  const { db, keys, settings } = services;
  const modes = socialModes(settings);
  const client = sandboxClient(keys);
  const redirectUri = () => callbackUrl(settings);

  void server.register(async (scope) => {
    readPlainForms(scope);
    if (modes.twitter === 'sandbox') {
      const oauth = createSandboxOauth({ db, provider: 'twitter', client, redirectUri, scopes: xScopes });
      const sandbox = { db, oauth, client, redirectUri, provider: 'twitter', path: sandboxPath('twitter') } as const;
      consentRoutes(scope, sandbox);
      tokenRoutes(scope, sandbox);
      xApiRoutes(scope, sandbox);
      siteRoutes(scope, sandbox);
    }
    if (modes.discord === 'sandbox') {
      const oauth = createSandboxOauth({ db, provider: 'discord', client, redirectUri, scopes: discordScopes });
      const sandbox = { db, oauth, client, redirectUri, provider: 'discord', path: sandboxPath('discord') } as const;
      consentRoutes(scope, sandbox);
      tokenRoutes(scope, sandbox);
      discordApiRoutes(scope, sandbox);
    }
  });
}
