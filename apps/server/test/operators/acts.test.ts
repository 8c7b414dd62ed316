import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import type { TestOperator } from '../world/given-operator.ts';
import { createWorld, type World } from '../world/world.ts';

const listActs = 'GET /operator/api/v1/acts/list';

let world: World;
let editor: TestOperator;
let auditor: TestOperator;
beforeAll(async () => {
  world = await createWorld();
  editor = await world.given.operator('editor');
  auditor = await world.given.operator('auditor');
});
afterAll(() => world[Symbol.asyncDispose]());

async function act(
  operator: TestOperator,
  subject: string,
  { before, after }: { before?: unknown; after?: unknown } = {},
) {
  const { id } = await world.db
    .selectFrom('operator')
    .select('id')
    .where('name', '=', operator.name)
    .executeTakeFirstOrThrow();
  const at = world.clock.now();
  await world.db
    .transaction()
    .execute((tx) =>
      recordInAuditLog(tx, { operator: { id }, action: 'probes/turn', subject, why: 'It was due', before, after, at }),
    );
}

async function readActs(query: { operator?: string; subject?: string; pageNum?: number; pageSize?: number } = {}) {
  const { data } = await world.call(listActs, { operator: auditor, query });
  return data;
}

describe('what operators have done', () => {
  it('is listed newest first, with who did it, why, and what was changed into what', async () => {
    await act(editor, 'probe:1', { after: { turned: true } });
    world.clock.advance(1000);
    await act(editor, 'probe:1', { before: { turned: true }, after: { turned: false } });
    const { list, total } = await readActs({ subject: 'probe:1' });
    expect(total).toBe(2);
    expect(list).toEqual([
      {
        actId: expect.any(String),
        at: world.clock.now().toISOString(),
        operator: editor.name,
        role: 'editor',
        action: 'probes/turn',
        subject: 'probe:1',
        why: 'It was due',
        before: { turned: true },
        after: { turned: false },
      },
      expect.objectContaining({ before: null, after: { turned: true } }),
    ]);
  });

  it('comes in pages, and by operator', async () => {
    const other = await world.given.operator('moderator');
    for (const n of [1, 2, 3]) await act(other, `probe:page-${n}`);
    const subjectsOf = async (pageNum: number) =>
      (await readActs({ operator: other.name, pageNum, pageSize: 2 })).list.map(({ subject }) => subject);
    expect(await subjectsOf(1)).toEqual(['probe:page-3', 'probe:page-2']);
    expect(await subjectsOf(2)).toEqual(['probe:page-1']);
    expect(await readActs({ operator: 'nobody' })).toMatchObject({ list: [], total: 0 });
  });

  it('is undone together with its act', async () => {
    const { total } = await readActs();
    const undone = world.db.transaction().execute(async (tx) => {
      const { id } = await tx.selectFrom('operator').select('id').executeTakeFirstOrThrow();
      await recordInAuditLog(tx, {
        operator: { id },
        action: 'probes/turn',
        subject: 'probe:undone',
        why: 'It was due',
        at: world.clock.now(),
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect((await readActs()).total).toBe(total);
  });

  it.each(['UPDATE operator_act SET why = $$better$$', 'DELETE FROM operator_act', 'TRUNCATE operator_act'])(
    'cannot be changed, not even by the owner of the database: %s',
    async (statement) => {
      await act(editor, 'probe:kept');
      const before = await readActs();
      await expect(world.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
      await expect(world.ownerPool.query(statement)).rejects.toThrow('append-only');
      expect(await readActs()).toEqual(before);
    },
  );

  it.each([
    `INSERT INTO operator (name, role, token_hash, created_at) VALUES ('thief', 'editor', sha256('x'), now())`,
    `INSERT INTO operator_token (operator_id, name, token_hash, scopes, created_at, created_by, expires_at)
     VALUES (1, 'more', sha256('x'), '{acts}', now(), 'thief', now() + interval '1 hour')`,
    `UPDATE operator_token SET expires_at = expires_at + interval '1 day'`,
    `DELETE FROM operator_token`,
    `UPDATE operator SET role = 'editor'`,
    `DELETE FROM operator`,
  ])('cannot be done by an operator whom the application made: %s', async (statement) => {
    await expect(world.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
