import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { contentBench } from './content-bench.ts';
import { type Edit, problemsAfter } from './small-pack.ts';

const written = `rooms:
  - id: stage
    title: { en_US: A stage, zh_TW: 舞台 }
    description: { en_US: Music, zh_TW: 音樂 }
    hostName: { en_US: Ada, zh_TW: 艾達 }
    idol: '11'
    coverSeed: stage-h4
    source: studio
    price: 50
    seats: 3
    opensAt: +P1D
    closesAt: +P1DT1H
`;
const added: Edit = ['live.yaml', '', written];
const inLive = (from: string | RegExp, to: string): Edit => ['live.yaml', from, to];

describe('a pack is refused with', () => {
  it.each<readonly [what: string, edit: Edit, problem: string]>([
    [
      'a recording for a broadcast',
      inLive('price: 50', 'price: 50\n    recording: loop'),
      'live.yaml:10 rooms[0].recording: is not for the source studio; expected none',
    ],
    [
      'a loop without its recording',
      inLive('source: studio', 'source: loop'),
      'live.yaml:2 rooms[0].recording: is missing; expected its recording',
    ],
    [
      'an outside picture without an address',
      inLive('source: studio', 'source: external'),
      'live.yaml:2 rooms[0].address: is missing; expected the https:// address of an HLS playlist',
    ],
    [
      'an idol that there is not',
      inLive("'11'", "'99'"),
      'live.yaml:6 rooms[0].idol: is "99", which is no idol of this pack; expected one of 11, 12',
    ],
    [
      'a broadcast without an end',
      inLive('    closesAt: +P1DT1H\n', ''),
      'live.yaml:2 rooms[0].closesAt: is missing; expected when the room closes, but for a loop',
    ],
    [
      'an end before the beginning',
      inLive('closesAt: +P1DT1H', 'closesAt: +P1D'),
      'live.yaml:12 rooms[0].closesAt: is not after opensAt; expected a later time',
    ],
    [
      'two kinds of windows',
      inLive('opensAt: +P1D', 'opensAt: +P1D\n    afterStart: PT5M\n    lasts: PT1H'),
      'live.yaml:11 rooms[0].opensAt: is beside afterStart; expected afterStart and lasts alone',
    ],
    [
      'a time after the start without a length',
      inLive(/opensAt: .*\n.*/, 'afterStart: PT5M'),
      'live.yaml:2 rooms[0].lasts: is missing; expected how long the room is open, such as PT30M',
    ],
  ])('%s', async (_, edit, problem) => {
    expect(await problemsAfter(added, edit)).toContain(problem);
  });
});

describe('applying rooms', () => {
  const bench = contentBench();
  const { apply, refusalOf, rowsOf } = bench;
  const edit = (from: string | RegExp, to: string) => bench.folder.edit(inLive(from, to));

  test('writes them once; a room that opens after the start keeps its window', async () => {
    await bench.folder.edit(added);
    await edit(/opensAt: .*\n.*/, 'afterStart: PT5M\n    lasts: PT30M');
    await apply();
    const rooms = await rowsOf("SELECT id, opens_at, closes_at - opens_at = '30 minutes' AS whole FROM live_room");
    expect(rooms).toEqual([{ id: 'stage', opens_at: new Date(bench.clock.now().getTime() + 5 * 60_000), whole: true }]);
    bench.clock.advance(3_600_000);
    await bench.folder.edit(['pack.yaml', 'version: 1.0.0', 'version: 1.0.1']);
    expect((await apply()).applied).toEqual({ added: 0, changed: 0, retired: 0 });
  });

  test('takes a recording from the folder of the pack, and refuses one that is not there', async () => {
    await bench.folder.edit(added);
    await edit('source: studio', 'source: loop\n    recording: dance');
    expect(await refusalOf(apply())).toEqual([
      'live.yaml:9 rooms[0].recording: is "dance", which is no recording of this pack; expected one of ',
    ]);
    await mkdir(`${bench.folder.path}/live/dance`, { recursive: true });
    const file = `${bench.folder.path}/live/dance/recording.json`;
    await writeFile(file, '{}');
    expect(await refusalOf(apply())).toEqual([
      'live/dance/recording.json:1 is not the description of a recording; ' +
        'expected a folder that the importer has written',
    ]);
    const description = { durations: [4, 4, 2.5], bytes: 1000, isLoop: true, captions: [] };
    await writeFile(file, JSON.stringify({ format: 'lightstick/recording/v1', ...description }));
    await apply();
    expect(await rowsOf('SELECT id, segments, seconds::float, is_loop FROM live_recording')).toEqual([
      { id: 'dance', segments: 3, seconds: 10.5, is_loop: true },
    ]);
  });

  test('freezes price and window with the first ticket, and keeps a room whose tickets are to be used', async () => {
    await bench.folder.edit(added);
    await apply();
    await edit('price: 50', 'price: 60');
    expect((await apply()).applied).toMatchObject({ changed: 1 });
    await bench.database.ownerPool.query('UPDATE live_room SET sold = 2');
    await edit('price: 60', 'price: 70');
    await edit('seats: 3', 'seats: 1');
    await edit('closesAt: +P1DT1H', 'closesAt: +P1DT2H');
    expect(await refusalOf(apply())).toEqual([
      'live.yaml:10 rooms[0].seats: is 1, but 2 are taken; expected at least that',
      'live.yaml:9 rooms[0].price: is 70, but the room has sold tickets with 60; expected that, or a room of its own',
      expect.stringMatching(/^live.yaml:12 rooms\[0\].closesAt: is .*, but the room has sold tickets with /),
    ]);
    await edit(/^[^]+$/, 'rooms: []\n');
    expect((await apply()).applied).toMatchObject({ retired: 0 });
    await bench.database.ownerPool.query('UPDATE live_room SET cancelled_at = now()');
    await bench.folder.edit(['pack.yaml', 'version: 1.0.0', 'version: 1.0.1']);
    expect((await apply()).applied).toMatchObject({ retired: 1 });
    await bench.database.ownerPool.query('UPDATE live_room SET sold = 0');
  });

  test('leaves the window that an operator moved, and refuses the id of a room that one created', async () => {
    await bench.folder.edit(added);
    await apply();
    await bench.database.ownerPool.query('UPDATE live_room SET is_moved = true, opens_at = $1', [bench.clock.now()]);
    await edit('Music', 'Dance');
    expect((await apply()).applied).toMatchObject({ changed: 1 });
    expect(await rowsOf('SELECT opens_at FROM live_room')).toEqual([{ opens_at: bench.clock.now() }]);
    await bench.database.ownerPool.query('UPDATE live_room SET is_content = false');
    await edit('Dance', 'Song');
    expect(await refusalOf(apply())).toEqual([
      'live.yaml:2 rooms[0].id: is "stage", which an operator created; expected an id of its own',
    ]);
  });

  test('takes the key from a room that an encoder no longer broadcasts', async () => {
    await bench.folder.edit(added);
    await edit('source: studio', 'source: rtmp');
    await apply();
    await bench.database.ownerPool.query(`UPDATE live_room SET key_hash = sha256('key')`);
    await edit('source: rtmp', 'source: studio');
    await apply();
    expect(await rowsOf('SELECT source, key_hash FROM live_room')).toEqual([{ source: 'studio', key_hash: null }]);
  });
});
