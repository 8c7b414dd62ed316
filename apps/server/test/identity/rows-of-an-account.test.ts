import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerFan, signUp } from '../world/sign-up.ts';
import { wholeDatabase } from '../world/whole-database.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** What a refused call uses up: the code, its mail, the check for people, and the secret with the password. */
const onTheWay = ['development_mail', 'human_check_use', 'mailed_code', 'mail_code_day', 'secret_key', 'secret_nonce'];

/** Reads the tables in which opening an account leaves rows, with their random values masked. */
async function rowsLeftBy(open: typeof signUp | typeof registerFan) {
  const { db, ownerPool } = world;
  const before = await wholeDatabase(ownerPool);
  const { userInfo } = await open(world);
  const after = await wholeDatabase(ownerPool);
  const fan = await db.selectFrom('fan').selectAll().where('fan_code', '=', userInfo.fanCode).executeTakeFirstOrThrow();
  const signIns = await db.selectFrom('sign_in').selectAll().where('fan_id', '=', fan.id).execute();
  const sessions = await db.selectFrom('session').selectAll().where('fan_id', '=', fan.id).orderBy('kind').execute();
  return {
    tables: Object.keys(after).filter(
      (table) => !onTheWay.includes(table.replace('public.', '')) && !isDeepStrictEqual(after[table], before[table]),
    ),
    fan: maskRow(fan),
    signIns: signIns.map(maskRow),
    sessions: sessions.map(maskRow),
  };
}

/** Replaces texts and bytes by their kind and length, and leaves out numbers that are keys. */
function maskRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id: _id, fan_id: _fanId, ...rest } = row;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => {
      if (Buffer.isBuffer(value)) return [name, value.length];
      return [name, typeof value === 'string' && isRandom.has(name) ? value.replaceAll(/[\w+/]/g, 'x') : value];
    }),
  );
}
const isRandom = new Set(['account_id', 'fan_code', 'email', 'password_hash', 'nickname', 'avatar_seed', 'sign_in_id']);

it('registering leaves the rows that most tests put in place without it, and no others', async () => {
  const registered = await rowsLeftBy(registerFan);
  expect(registered.tables).toEqual(['public.fan', 'public.session', 'public.sign_in']);
  expect(await rowsLeftBy(signUp)).toEqual(registered);
});
