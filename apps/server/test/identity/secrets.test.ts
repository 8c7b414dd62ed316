import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '#/errors.ts';
import { createSecrets } from '#/modules/identity/secrets.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { countQueries } from '../world/count-queries.ts';
import { sealed } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const getPublicKey = 'POST /wallet/api/v1/user/getPublicKey';
const hourMs = 60 * 60_000;
const minuteMs = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
// Every test begins two days later, with a key of its own.
beforeEach(() => world.clock.advance(48 * hourMs));

/** Returns the secrets as another replica sees them: the same database and server secret, nothing else shared. */
function anotherReplica(serverSecret = world.services.settings.serverSecret) {
  return createSecrets({ db: world.db, clock: world.clock, keys: createServerKeys(serverSecret) });
}

async function refusalOf(opening: Promise<string>): Promise<string> {
  const outcome = await opening.catch((error: unknown) => error);
  return outcome instanceof Refusal ? outcome.reason : `no refusal but ${String(outcome)}`;
}

describe('a secret on its way', () => {
  it('is opened by any replica', async () => {
    const secret = await sealed(world, 'correct horse');
    expect(await anotherReplica().open(secret)).toBe('correct horse');
  });

  it.each([
    ['64 Chinese characters', '應援'.repeat(32)],
    ['64 quotation marks, which JSON doubles', '"'.repeat(64)],
    ['32 emoji', '💜'.repeat(32)],
  ])('may be %s', async (_what, value) => {
    expect(await anotherReplica().open(await sealed(world, value))).toBe(value);
  });

  it('is opened once', async () => {
    const secret = await sealed(world, 'once');
    expect(await anotherReplica().open(secret)).toBe('once');
    expect(await refusalOf(anotherReplica().open(secret))).toBe('SECRET_UNREADABLE');
  });

  it('is opened once, also by concurrent calls', async () => {
    const secret = await sealed(world, 'once');
    const replica = anotherReplica();
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => replica.open(secret)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('is opened up to five minutes later, and from a clock up to a minute ahead', async () => {
    const now = world.clock.now().getTime();
    for (const at of [now - 5 * minuteMs, now + minuteMs]) {
      expect(await anotherReplica().open(await sealed(world, 'timely', { at: new Date(at) }))).toBe('timely');
    }
    for (const at of [now - 5 * minuteMs - 1, now + minuteMs + 1]) {
      const untimely = await sealed(world, 'untimely', { at: new Date(at) });
      expect(await refusalOf(anotherReplica().open(untimely))).toBe('SECRET_UNREADABLE');
    }
  });

  it('fails in the same way for every fault', async () => {
    const { keyId, ciphertext } = await sealed(world, 'secret');
    const bytes = Buffer.from(ciphertext, 'base64');
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    const wrong = [
      { keyId, ciphertext: bytes.toString('base64') },
      { keyId, ciphertext: 'AAAA' },
      { keyId, ciphertext: '' },
      await sealed(world, '', { plaintext: 'not JSON' }),
      await sealed(world, '', { plaintext: JSON.stringify({ value: 'x', ts: world.clock.now().getTime() }) }),
      await sealed(world, '', {
        plaintext: JSON.stringify({ value: 7, nonce: randomUUID(), ts: world.clock.now().getTime() }),
      }),
    ];
    for (const secret of wrong) expect(await refusalOf(anotherReplica().open(secret))).toBe('SECRET_UNREADABLE');
  });
});

describe('the key of secrets', () => {
  it('is one key, also for concurrent first calls on several replicas', async () => {
    const replicas = [anotherReplica(), anotherReplica(), anotherReplica()];
    const ask = () => Promise.all(replicas.flatMap((replica) => Array.from({ length: 4 }, () => replica.publicKey())));
    const keys = new Set<string>();
    const locks = await countQueries(/advisory/, async () => {
      for (const { keyId } of await ask()) keys.add(keyId);
    });
    expect(keys.size).toBe(1);
    expect(locks, 'a replica takes one connection to make it').toBe(replicas.length);
    expect(keys).toContain((await world.call(getPublicKey, { body: {} })).data.keyId);
  });

  it('is handed out for a day, answers ten minutes longer, and is then retired', async () => {
    const replica = anotherReplica();
    const old = await replica.publicKey();
    world.clock.advance(24 * hourMs - 1);
    expect((await replica.publicKey()).keyId).toBe(old.keyId);
    const inTime = await sealed(world, 'in time');
    const late = await sealed(world, 'late', { at: new Date(world.clock.now().getTime() + 10 * minuteMs) });
    expect(inTime.keyId).toBe(old.keyId);

    world.clock.advance(1);
    expect((await replica.publicKey()).keyId).not.toBe(old.keyId);
    expect(await replica.open(inTime)).toBe('in time');

    world.clock.advance(10 * minuteMs);
    expect(await refusalOf(replica.open(late))).toBe('SECRET_KEY_RETIRED');
    expect(await refusalOf(anotherReplica().open(late))).toBe('SECRET_KEY_RETIRED');
  });

  it('that is unknown asks for a new one', async () => {
    const { ciphertext } = await sealed(world, 'secret');
    const unknown = anotherReplica().open({ keyId: 'unknown', ciphertext });
    expect(await refusalOf(unknown)).toBe('SECRET_KEY_RETIRED');
  });

  it('lies in the database sealed under the server secret', async () => {
    const secret = await sealed(world, 'secret');
    const stored = await world.db
      .selectFrom('secret_key')
      .selectAll()
      .where('id', '=', secret.keyId)
      .executeTakeFirstOrThrow();
    // Every unencrypted PKCS #8 key starts with the object identifier of RSA (1.2.840.113549.1.1.1).
    const rsaIdentifier = Buffer.from('2a864886f70d010101', 'hex');
    expect(Buffer.from(stored.public_key.replaceAll(/-----[^-]+-----/g, ''), 'base64').includes(rsaIdentifier)).toBe(
      true,
    );
    expect(stored.sealed_private_key.includes(rsaIdentifier)).toBe(false);
    const stranger = anotherReplica('another secret of at least 32 characters');
    expect(await refusalOf(stranger.open(secret))).toBe('SECRET_KEY_RETIRED');
  });

  it('is made again when the server secret has changed', async () => {
    const { keyId } = await sealed(world, 'secret');
    const changed = anotherReplica('another secret of at least 32 characters');
    const key = await changed.publicKey();
    expect(key.keyId).not.toBe(keyId);
    expect((await changed.publicKey()).keyId).toBe(key.keyId);
  });
});
