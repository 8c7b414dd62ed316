import { afterEach, expect, it, vi } from 'vitest';
import { createWorld } from '../world/world.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('tells every listener every 20 seconds, by an event that browsers do not hide, that the stream lives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await using world = await createWorld();
  const election = await world.given.election();
  const address = await world.listen();
  const reply = await fetch(`${address}/activity/api/v1/vote/stream?activityId=${election.activityId}`);
  const text = reply.text();
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  const [said] = await Promise.all([text, world.app.close()]);
  expect(said).toContain('\n\nevent: beat\ndata:\n\n');
});
