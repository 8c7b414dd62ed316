import { expect, it } from 'vitest';
import { createWorld } from '../world/world.ts';

it('sends every listener an event every 20 seconds that browsers do not hide', async () => {
  await using world = await createWorld();
  const election = await world.given.election();
  const address = await world.listen();
  const reply = await fetch(`${address}/activity/api/v1/vote/stream?activityId=${election.activityId}`);
  const text = reply.text();
  await world.time.set(new Date(world.clock.now().getTime() + 20_000));
  const [said] = await Promise.all([text, world.app.close()]);
  expect(said).toContain('\n\nevent: beat\ndata:\n\n');
});
