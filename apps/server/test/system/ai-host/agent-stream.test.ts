import { randomUUID } from 'node:crypto';
import { contract } from '@lightstick/contract';
import { expect, it } from 'vitest';
import { readEvents } from '../../world/read-events.ts';
import { createWorld } from '../../world/world.ts';

it('a listening server runs the host without a call, and every listener sees the stage change', async () => {
  await using world = await createWorld();
  await world.given.election();
  const address = await world.listen();
  const fan = await world.given.fan();
  const left = new AbortController();
  const reply = await fetch(`${address}/activity/api/v1/jplive/agent/stream`, { signal: left.signal });
  const events = readEvents(reply.body as ReadableStream<Uint8Array>);
  const until = async (isIt: (stage: ReturnType<typeof read>) => boolean) => {
    for (;;) {
      const { value } = await events.next();
      if (!value) throw new Error('The stream ended');
      const stage = read(value.data);
      if (isIt(stage)) return stage;
    }
  };
  const read = (data: unknown) => contract['GET /activity/api/v1/jplive/agent/stream'].data.parse(data);

  expect(await until(() => true)).toMatchObject({
    state: 'open',
    mode: 'automatic',
    model: null,
    now: null,
    waiting: 0,
  });
  const asked = await world.call('POST /activity/api/v1/jplive/agent/ask', {
    fan,
    body: { text: 'How do I vote?', clientId: randomUUID() },
  });
  expect(await until(({ waiting }) => waiting === 1)).toMatchObject({ queue: [{ questionId: asked.data.questionId }] });
  world.clock.advance(30_000);
  const stage = await until(({ now }) => now !== null && now.answer !== null);
  expect(stage.now).toMatchObject({
    questionId: asked.data.questionId,
    answer: { mode: 'automatic', language: 'en_US' },
  });
  left.abort();
  await events.return(undefined).catch(() => undefined);
});
