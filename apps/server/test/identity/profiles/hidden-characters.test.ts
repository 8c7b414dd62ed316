import { hiddenCharacter, nickname } from '@lightstick/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../world/world.ts';

const planeSize = 0x1_00_00;
const planes = Array.from({ length: 17 }, (_, plane) => plane);
/** Line breaks are each field's own matter, and the joiner is the contract's. */
const leftToOthers = new Set([0x0a, 0x20_0d]);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Returns every code point of a plane that a text of the database can have. */
function codePointsOf(plane: number): number[] {
  const all = Array.from({ length: planeSize }, (_, n) => plane * planeSize + n);
  return all.filter((point) => point > 0 && (point < 0xd8_00 || point > 0xdf_ff));
}

const spelt = (points: readonly number[]) => points.map((point) => `U+${point.toString(16).toUpperCase()}`);

it.each(planes)('Contract and database hide the same characters of plane %i.', async (plane) => {
  const points = codePointsOf(plane).filter((point) => !leftToOthers.has(point));
  const pattern = new RegExp(hiddenCharacter, 'u');
  const byContract = points.filter((point) => pattern.test(String.fromCodePoint(point)));
  const { rows } = await world.ownerPool.query<{ point: number }>(
    'SELECT point FROM unnest($1::integer[]) AS point WHERE chr(point) ~ hidden_characters() ORDER BY point',
    [points],
  );
  expect(spelt(rows.map(({ point }) => point))).toEqual(spelt(byContract));
});

/** How many characters are tested in one name, each after a plain one; more do not fit into a nickname. */
const perName = 12;

/** Names with all of these characters that the contract takes. Several share a name, because one name each takes long. */
function namesOf(points: readonly number[]): string[] {
  const taken = (some: readonly number[]) =>
    nickname.safeParse(some.map((point) => `葛${String.fromCodePoint(point)}`).join('')).data;
  const chunks = Array.from({ length: Math.ceil(points.length / perName) }, (_, n) =>
    points.slice(n * perName, (n + 1) * perName),
  );
  return chunks.flatMap((chunk) => taken(chunk) ?? chunk.flatMap((point) => taken([point]) ?? []));
}

it.each(planes)('The database takes every name that the contract takes: plane %i.', async (plane) => {
  const names = namesOf(codePointsOf(plane));
  const { rows } = await world.ownerPool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
      WHERE NOT is_visible_text(name) OR name ~ '\n' OR name <> btrim(name) OR char_length(name) NOT BETWEEN 1 AND 384`,
    [names],
  );
  expect(rows.map(({ name }) => spelt(Array.from(name, (sign) => sign.codePointAt(0) ?? 0)))).toEqual([]);
});

it('A name may choose the written form of its characters.', async () => {
  const fan = await world.given.fan();
  const reply = await world.call('POST /wallet/api/v1/userExpand/updateAccountInfo', {
    fan,
    body: { nickname: '葛\u{E0100}', bio: '葛\u{E01EF}' },
  });
  expect(reply.data).toMatchObject({ nickname: '葛\u{E0100}', bio: '葛\u{E01EF}' });
});
