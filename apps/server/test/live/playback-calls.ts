import type { TestFan } from '../world/given-fan.ts';
import { givenRecordedRoom, type RecordedRoomOptions } from '../world/given-recorded-room.ts';
import type { World } from '../world/world.ts';

/**
 * Returns the calls of players, visitors and fans on the picture of a recorded room. The world may begin after this
 * call.
 */
export function playbackCalls(world: () => World) {
  const given = (options: RecordedRoomOptions = {}) => givenRecordedRoom(world(), options);
  const later = (seconds: number) => {
    world().clock.set(new Date(world().clock.now().getTime() + seconds * 1000));
    world().time.forget();
  };
  const open = (roomId: string, caller?: TestFan, native = false) =>
    world().call('POST /activity/api/v1/jplive/token', {
      fan: caller,
      body: { streamName: `${roomId}-stream`, native },
    });
  const beat = (sessionId: string, caller?: TestFan, playing = true) =>
    world().call('POST /activity/api/v1/jplive/watch', { fan: caller, body: { sessionId, playing } });
  const play = (roomId: string, caller?: TestFan) =>
    world().call('POST /activity/api/v1/jplive/statistics/play_count', {
      fan: caller,
      body: { streamName: `${roomId}-stream` },
    });
  const load = (url: string) => world().app.inject({ url });
  const beside = (url: string, name: string) => load(url.replace('index.m3u8', name));
  const buy = (roomId: string, caller: TestFan) =>
    world().call('POST /activity/api/v1/jplive/ticket/buy', { fan: caller, body: { roomId, price: 50 } });
  const reasonOf = (reply: Awaited<ReturnType<typeof load>>) => [reply.statusCode, reply.json<{ code: number }>().code];
  const viewersOf = async (roomId: string) =>
    (await world().call('GET /activity/api/v1/jplive/room', { query: { roomId } })).data.room.viewers;
  return { given, later, open, beat, play, load, beside, buy, reasonOf, viewersOf };
}
