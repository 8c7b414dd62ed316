import { randomUUID } from 'node:crypto';
import { contract } from '@lightstick/contract';
import { createHost } from '#/modules/ai-host/host.ts';
import { askOf } from '#/modules/ai-host/ai-host.routes.ts';
import { createKnowledge } from '#/modules/ai-host/knowledge/knowledge.ts';
import { readFacts } from '#/modules/ai-host/facts.ts';
import { readStage } from '#/modules/ai-host/stage.view.ts';
import type { Model } from '#/modules/ai-host/model.ts';
import type { TestFan } from '../world/given-fan.ts';
import type { World } from '../world/world.ts';

/** Prepares the host as a separate process runs it; tests take its steps. Chance always takes the best. */
export function givenHost(
  { services, app }: World,
  { model, chance = () => 0 }: { model?: Model; chance?: () => number } = {},
) {
  const { db, settings } = services;
  const ask = askOf(app);
  return createHost({
    ...services,
    facts: (language, at) => readFacts({ db, ask, timeZone: settings.platformTimeZone }, language, at),
    knowledge: createKnowledge(db),
    model,
    chance,
  });
}

export const asks = (world: World, fan: TestFan, text: string, clientId: string = randomUUID()) =>
  world.call('POST /activity/api/v1/jplive/agent/ask', { fan, body: { text, clientId } });

export const raises = (world: World, fan: TestFan, questionId: string, raised = true) =>
  world.call('POST /activity/api/v1/jplive/agent/raiseHand', { fan, body: { questionId, raised } });

/** Reads the stage of this moment; visitors may get one that is half a second old. */
export const stageOf = async ({ db, services: { settings }, clock }: World) =>
  contract['GET /activity/api/v1/jplive/agent'].data.shape.stage.parse(await readStage(db, settings, clock.now()));

export const mineOf = async (world: World, fan: TestFan) => {
  const { mine } = (await world.call('GET /activity/api/v1/jplive/agent', { fan })).data;
  if (!mine) throw new Error('A fan has something of their own');
  return mine;
};
