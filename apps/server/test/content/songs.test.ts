import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatePack } from '#/dev/index.ts';
import { applyContent, formatProblem, PackProblems, readPack } from '#/modules/content/index.ts';
import { checkLedger, createDatabase, type TestDatabase } from '../world/database.ts';
import { createSettableClock } from '../world/settable-clock.ts';
import { type Edit, type PackFolder, smallPack } from './small-pack.ts';

const song = (id: string) => `      - id: ${id}
        title: { en_US: Song ${id}, zh_TW: 歌 }
        artist: { en_US: All, zh_TW: 全員 }
        year: 2025
        seconds: 200
        seed: seed-${id}
        story: { en_US: A story, zh_TW: 故事 }
        lyrics: { en_US: La la, zh_TW: 啦啦 }
`;
const events = `events:
  - id: songbook
    activity: '7'
    title: { en_US: Songbook, zh_TW: 歌單 }
    subtitle: { en_US: Three songs, zh_TW: 三首歌 }
    coverSeed: songbook
    timeZone: Asia/Taipei
    nominations: { opensAt: -P2D, closesAt: -P1D }
    final: { opensAt: -PT20H, closesAt: +P1D }
    places: 2
    dailyCap: 100
    rules:
      - { title: { en_US: Free, zh_TW: 免費 }, text: { en_US: Once a day, zh_TW: 每天一次 } }
    rewards:
      - { ranks: [1, 1], title: { en_US: Encore, zh_TW: 安可 }, text: { en_US: Last, zh_TW: 壓軸 } }
    songs:
${song('one')}${song('two')}${song('three')}`;

async function songPack(text: string, ...edits: readonly Edit[]): Promise<PackFolder> {
  const folder = await smallPack(...edits);
  await writeFile(join(folder.path, 'songs.yaml'), text);
  return folder;
}

const editEvents = (from: string, to: string) => {
  if (!events.includes(from)) throw new Error(`The events do not contain ${from}`);
  return events.replace(from, to);
};
const nameProblem = (problem: Parameters<typeof formatProblem>[0]) =>
  formatProblem(problem).replace(/^.*(?=songs\.yaml)/, '');

async function problemsOf(text: string): Promise<string[]> {
  await using folder = await songPack(text);
  return (await readPack(folder.path)).problems.map(nameProblem);
}

describe('a pack with a song event', () => {
  test('has no problems', async () => {
    expect(await problemsOf(events)).toEqual([]);
  });

  test.each([
    [
      "activity: '7'",
      "activity: '8'",
      'events[0].activity: is "8", which is no activity of this pack; expected one of 7',
    ],
    ['opensAt: -PT20H', 'opensAt: -P1D', 'events[0].final.opensAt: is too early after nominations.closesAt; expected'],
    [
      'closesAt: +P1D',
      'closesAt: 2030-01-01T00:00:00Z',
      'events[0].final.closesAt: is not written the way final.opensAt is',
    ],
    [
      'closesAt: +P1D',
      'closesAt: +P1DT12H1M',
      'events[0].final.closesAt: is later than activity 7 closes; expected that time at the latest',
    ],
    ['places: 2', 'places: 4', 'events[0].places: is 4, but there are 3 songs; expected at most that many'],
    ['ranks: [1, 1]', 'ranks: [1, 3]', 'events[0].rewards[0].ranks: ends at 3, but 2 songs are in the final'],
    ['id: two', 'id: one', 'events[0].songs[1].id: is "one" again; expected an id of its own'],
    ['seconds: 200', 'seconds: 0', 'events[0].songs[0].seconds: is 0; expected a whole number from 1 to 3600'],
  ])('is refused, with file and line, for %s → %s', async (from, to, problem) => {
    const problems = await problemsOf(editEvents(from, to));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^songs\.yaml:\d+ /);
    expect(problems[0]).toContain(problem);
  });
});

test('a final may end with its activity, and its times must be comparable with those of the activity', async () => {
  expect(await problemsOf(editEvents('closesAt: +P1D', 'closesAt: +P1DT12H'))).toEqual([]);
  await using folder = await songPack(
    events,
    ['activities.yaml', 'opensAt: -P2D', 'opensAt: 2026-11-20T00:00:00Z'],
    ['activities.yaml', 'closesAt: +P1DT12H', 'closesAt: 2030-01-01T00:00:00Z'],
  );
  expect((await readPack(folder.path)).problems.map(nameProblem)).toContainEqual(
    expect.stringMatching(
      /^songs\.yaml:\d+ events\[0\]\.final\.closesAt: is not written the way closesAt of activity 7 is; /,
    ),
  );
});

describe('applied', () => {
  let database: TestDatabase;
  const clock = createSettableClock(new Date('2026-11-21T12:00:00.000Z'));
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());
  const apply = async (text: string, ...edits: readonly Edit[]) => {
    await using folder = await songPack(text, ...edits);
    return await applyContent({ ownerPool: database.ownerPool, clock, folder: folder.path, simulate: simulatePack });
  };
  const rowsOf = async (query: string) => (await database.ownerPool.query<Record<string, unknown>>(query)).rows;

  test('it has a past that the invariants hold of: nominations, the songs of the final, and votes', async () => {
    await apply(events, ['simulation.yaml', 'fans: 20', 'fans: 20\nsongs: { nominations: 100, finalVotes: 50 }']);
    expect(await rowsOf('SELECT id FROM song ORDER BY position')).toEqual([
      { id: 'one' },
      { id: 'two' },
      { id: 'three' },
    ]);
    expect(await rowsOf('SELECT song_id FROM song_finalist')).toHaveLength(2);
    const [counted] = await rowsOf('SELECT count(*)::integer AS votes FROM song_vote');
    expect(counted).toEqual({ votes: 50 });
    await checkLedger(database.ownerPool);
  });

  test('it stays as it was opened; texts of songs may be corrected; a pack without it changes nothing', async () => {
    for (const [from, to, field] of [
      ['places: 2', 'places: 1', 'places'],
      ['closesAt: +P1D', 'closesAt: +P1DT6H', 'final'],
      ['Once a day', 'Twice a day', 'rules'],
      [song('two'), '', 'songs'],
      [song('one') + song('two'), song('two') + song('one'), 'songs'],
    ] as const) {
      const refused = await apply(editEvents(from, to)).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(PackProblems);
      expect((refused as PackProblems).problems.map(nameProblem).join()).toContain(
        `events[0].${field}: is not what event songbook`,
      );
    }
    await apply(editEvents('Song two', 'Song Two!'));
    expect(await rowsOf(`SELECT title ->> 'en_US' AS title FROM song WHERE id = 'two'`)).toEqual([
      { title: 'Song Two!' },
    ]);
    const later = editEvents('id: songbook', 'id: later')
      .replaceAll('id: t', 'id: later-t')
      .replace('-P2D, closesAt: -P1D', '+PT1H, closesAt: +PT2H')
      .replace('-PT20H, closesAt: +P1D', '+PT3H, closesAt: +PT4H');
    const taken = await apply(later).catch((error: unknown) => error);
    expect(taken instanceof PackProblems && taken.problems.map(nameProblem)).toEqual([
      expect.stringMatching(
        /^songs\.yaml:\d+ events\[0\]\.songs\[0\]\.id: is "one", which is a song of event songbook; expected an id/,
      ),
    ]);
    await apply('events: []\n');
    expect(await rowsOf('SELECT id FROM song_event')).toEqual([{ id: 'songbook' }]);
  });
});
