import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import type { HumanCheck } from './human-check.ts';

export function humanCheckRoutes(server: FastifyInstance, check: HumanCheck): void {
  handle(
    server,
    'GET /wallet/api/v1/user/humanCheckChallenge',
    async () => {
      if (!check.challenge) throw new Refusal('NOT_FOUND');
      return { challenge: await check.challenge() };
    },
    // To make a challenge costs a few milliseconds of a core, which nobody should be able to ask for without end.
    { rate: 'signUp' },
  );
}
