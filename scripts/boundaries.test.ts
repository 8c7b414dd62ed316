import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fewestModules, findViolations, ruleNames } from './boundaries.mjs';
import { boundLock, compareWithSchema, door, findForeignTables, oneOwner } from './statement-tables.mjs';

/** One planted import: the rule it breaks (undefined where allowed), its file and the import. */
type Planted = readonly [rule: string | undefined, file: string, statement: string];

const server = 'apps/server/src';
const web = 'apps/web/src';

const planted: readonly Planted[] = [
  ['no-cycles', `${server}/circle-a.ts`, "import './circle-b.ts'"],
  ['imports-resolve', `${server}/lost.ts`, "import './nowhere.ts'"],
  ['contract-knows-only-zod', 'packages/contract/src/curious.ts', "import 'fastify'"],
  [undefined, 'packages/contract/src/plain.ts', "import 'zod'"],
  ['web-takes-only-types-from-contract', `${web}/features/heavy/a.ts`, "import { a } from '@lightstick/contract'; a()"],
  [undefined, `${web}/features/light/a.ts`, "import type { A } from '@lightstick/contract'; export type B = A"],
  [undefined, `${web}/features/light/b.ts`, "import { a } from '@lightstick/contract/errors'; a()"],
  [
    'web-takes-only-types-from-contract',
    'packages/chance/src/heavy.ts',
    "import { a } from '@lightstick/contract'; a()",
  ],
  ['chance-is-arithmetic', 'packages/chance/src/lucky.ts', "import 'node:crypto'"],
  [undefined, 'packages/chance/src/plain.ts', "import type { A } from '@lightstick/contract'; export type B = A"],
  ['signatures-of-drand-are-loaded-on-demand', `${web}/features/heavy/d.ts`, "import '@lightstick/chance/drand'"],
  ['signatures-of-drand-are-loaded-on-demand', 'packages/chance/src/index.ts', "import './drand.ts'"],
  [undefined, `${web}/features/light/c.ts`, "void import('@lightstick/chance/drand')"],
  ['apps-do-not-know-each-other', `${web}/nosy.ts`, "import '../../server/src/db/quiet.ts'"],
  ['end-to-end-tests-know-only-the-contract', 'e2e/inside.ts', "import '../apps/server/src/db/quiet.ts'"],
  ['end-to-end-tests-know-only-the-contract', 'e2e/inside-too.ts', "import '../apps/web/src/app/screen.ts'"],
  [undefined, 'e2e/outside.ts', "import '@lightstick/contract'"],
  [undefined, 'e2e/texts.ts', "import '../apps/web/public/locales/en_US.json'"],
  ['product-does-not-know-its-tests', `${server}/tested.ts`, "import '../test/world.ts'"],
  ['product-does-not-know-its-tests', `${server}/tested-too.ts`, "import 'vitest'"],
  ['modules-meet-at-the-door', `${server}/modules/mall/a.ts`, "import '../tasks/claim.ts'"],
  [undefined, `${server}/modules/mall/b.ts`, "import '#/modules/tasks/index.ts'"],
  ['modules-are-entered-at-the-door', `${server}/app.ts`, "import '#/modules/tasks/claim.ts'"],
  ['points-stands-alone', `${server}/modules/points/a.ts`, "import '#/modules/tasks/index.ts'"],
  ['moderation-stands-alone', `${server}/modules/moderation/a.ts`, "import '#/modules/tasks/index.ts'"],
  ['identity-stands-low', `${server}/modules/identity/a.ts`, "import '#/modules/tasks/index.ts'"],
  ['elections-stand-lowest', `${server}/modules/elections/a.ts`, "import '#/modules/rankings/index.ts'"],
  ['quarantine-knows-no-rankings', `${server}/modules/quarantine/a.ts`, "import '#/modules/rankings/index.ts'"],
  ['rankings-know-no-ballots', `${server}/modules/rankings/a.ts`, "import '#/modules/ballots/index.ts'"],
  [undefined, `${server}/modules/ballots/a.ts`, "import '#/modules/rankings/index.ts'"],
  ['tasks-know-no-wing', `${server}/modules/tasks/curious.ts`, "import './quizzes/quiz.ts'"],
  [undefined, `${server}/modules/tasks/task-wings.ts`, "import './quizzes/quiz.ts'"],
  ['wings-do-not-know-each-other', `${server}/modules/tasks/forms/curious.ts`, "import '../quizzes/quiz.ts'"],
  [undefined, `${server}/modules/tasks/forms/plain.ts`, "import '../claim.ts'"],
  ['only-routes-know-http', `${server}/modules/mall/c.ts`, "import '#/http/handle.ts'"],
  ['only-routes-know-http', `${server}/modules/mall/d.ts`, "import 'fastify'"],
  [undefined, `${server}/modules/mall/mall.routes.ts`, "import '#/http/handle.ts'"],
  ['rules-are-pure', `${server}/modules/mall/price.rules.ts`, "import '#/db/quiet.ts'"],
  ['rules-are-pure', `${server}/modules/mall/stock.rules.ts`, "import './mall.store.ts'"],
  ['stores-know-no-use-case', `${server}/modules/mall/mall.store.ts`, "import './mall.routes.ts'"],
  ['sql-has-one-home', `${server}/modules/mall/h.ts`, "import { sql } from 'kysely'; void sql"],
  ['sql-has-one-home', `${server}/modules/mall/i.ts`, "import pg from 'pg'; void pg"],
  ['sql-has-one-home', `${server}/modules/mall/j.ts`, "export const goods = (db) => db.selectFrom('goods')"],
  ['sql-has-one-home', `${server}/modules/mall/k.ts`, "export const goods = (pool) => pool.query('SELECT')"],
  [undefined, `${server}/modules/mall/l.ts`, "import type { Kysely } from 'kysely'; export type A = Kysely"],
  [undefined, `${server}/modules/mall/goods.store.ts`, "import { sql } from 'kysely'; sql`x`.execute()"],
  [undefined, `${server}/modules/mall/goods.view.ts`, "export const goods = (db) => db.selectFrom('goods')"],
  [door, `${server}/modules/mall/a.view.ts`, "export const fans = (db) => db.selectFrom('fan as f')"],
  [door, `${server}/modules/mall/b.view.ts`, "export const fans = (db) => db.selectFrom(['goods', 'fan'])"],
  [door, `${server}/modules/mall/c.view.ts`, "export const fans = (goods) => goods.leftJoin('fan', 'fan.id', 'fan')"],
  [door, `${server}/modules/mall/d.view.ts`, 'export const fans = (sql) => sql`select from goods g, fan f`'],
  [door, `${server}/modules/mall/e.view.ts`, 'export const fans = (sql) => sql`select from ${sql} g\n JOIN fan f`'],
  [door, `${server}/modules/mall/f.view.ts`, "export const fans = (pool) => pool.query('SELECT FROM public.fan')"],
  [door, `${server}/modules/mall/a.store.ts`, "export const add = (db) => db.insertInto('notice')"],
  [door, `${server}/modules/mall/b.store.ts`, "export const change = (db) => db.updateTable('fan')"],
  [door, `${server}/modules/mall/c.store.ts`, "export const forget = (tx, drop) => drop(tx, { table: 'notice' })"],
  [door, `${server}/modules/mall/d.store.ts`, 'export const add = (sql) => sql`insert into notice (id) values (1)`'],
  [door, `${server}/modules/mall/e.store.ts`, 'export const change = (sql) => sql`update fan set bio = 1`'],
  [door, `${server}/modules/mall/f.store.ts`, 'export const forget = (sql) => sql`delete from goods using fan`'],
  [door, `${server}/modules/mall/h.store.ts`, 'export const a = (sql) => sql`select from goods join fan on true`'],
  [door, `${server}/modules/mall/i.store.ts`, 'export const a = (sql) => sql`select from goods, ledger.account a`'],
  [undefined, `${server}/modules/mall/g.view.ts`, 'export const a = (sql) => sql`select from ledger.period p`'],
  [boundLock, `${server}/modules/mall/j.store.ts`, 'export const a = (sql, fanRows) => sql`${fanRows} f FOR UPDATE`'],
  [boundLock, `${server}/modules/mall/k.store.ts`, 'export const a = (db, fanRows) => db.join(fanRows).forUpdate()'],
  [
    undefined,
    `${server}/modules/mall/l.store.ts`,
    'export const a = (sql, fanRows) => sql`${fanRows} f for share of g`',
  ],
  [undefined, `${server}/modules/notices/a.store.ts`, 'export const add = (sql) => sql`insert into notice`'],
  [undefined, `${server}/modules/mall/g.store.ts`, 'export const a = (sql, fans) => sql`select fan from ${fans} fan`'],
  [undefined, `${server}/modules/content/content.store.ts`, 'export const a = (sql) => sql`select from idol`'],
  [oneOwner, `${server}/db/schema.ts`, 'export interface DB {\n  fan: Fan;\n  foundling: Foundling;\n}'],
  ['database-knows-no-module', `${server}/db/curious.ts`, "import '#/modules/tasks/index.ts'"],
  ['database-knows-no-module', `${server}/db/busy.ts`, "import '#/jobs/quiet.ts'"],
  ['batcher-knows-nothing', `${server}/lib/micro-batcher.ts`, "import './clock.ts'"],
  ['server-lib-knows-no-product', `${server}/lib/curious.ts`, "import '#/db/quiet.ts'"],
  [
    'server-lib-knows-no-product',
    `${server}/lib/curious-too.ts`,
    "import type { A } from '@lightstick/contract'; export type B = A",
  ],
  [undefined, `${server}/lib/plain.ts`, "import './clock.ts'; import '#/errors.ts'"],
  ['config-knows-only-lib', `${server}/config/curious.ts`, "import '#/db/quiet.ts'"],
  [undefined, `${server}/config/plain.ts`, "import '#/lib/clock.ts'"],
  ['jobs-know-no-module', `${server}/jobs/curious.ts`, "import '#/modules/tasks/index.ts'"],
  ['plumbing-knows-no-services', `${server}/http/nosy.ts`, "import type { A } from '#/services.ts'; export type B = A"],
  [undefined, `${server}/cluster/start.ts`, "import '#/app.ts'"],
  ['root-holds-the-composition-root', `${server}/modules/mall/e.ts`, "import '#/stray.ts'"],
  ['only-the-app-lists-modules', `${server}/cluster/list.ts`, "import '#/modules/index.ts'"],
  [undefined, `${server}/modules/index.ts`, "import './tasks/index.ts'"],
  ['development-is-loaded-on-demand', `${server}/commands/content.ts`, "import '#/dev/index.ts'"],
  ['development-is-loaded-in-one-place', `${server}/modules/mall/f.ts`, "void import('#/dev/index.ts')"],
  ['development-is-entered-at-the-door', `${server}/modules/mall/g.ts`, "void import('#/dev/inbox.ts')"],
  [undefined, `${server}/dev/plain.ts`, "import './inbox.ts'; import '#/modules/tasks/index.ts'"],
  ['http-knows-no-module', `${server}/http/curious.ts`, "import '#/modules/tasks/index.ts'"],
  ['features-do-not-know-each-other', `${web}/features/heavy/b.ts`, "import '#/features/light/a.ts'"],
  ['voting-features-know-only-elections', `${web}/features/ballots/b.ts`, "import '#/features/light/a.ts'"],
  [undefined, `${web}/features/ballots/c.ts`, "import '#/features/elections/a.ts'"],
  ['features-know-no-app', `${web}/features/heavy/c.ts`, "import '#/app/screen.ts'"],
  ['ui-knows-no-feature', `${web}/ui/button.ts`, "import '#/features/light/a.ts'"],
  ['lib-knows-only-lib', `${web}/lib/format.ts`, "import '#/ui/icon.ts'"],
  [undefined, `${web}/app/screen.ts`, "import '#/features/light/a.ts'; import '#/ui/icon.ts'"],
  ['development-pages-are-not-shipped', `${web}/app/shortcut.ts`, "import '#/dev/gallery/gallery.ts'"],
  ['development-pages-know-no-app', `${web}/dev/host/inside.ts`, "import '#/app/screen.ts'"],
  ['gallery-knows-no-simulator', `${web}/dev/gallery/greedy.ts`, "import '#/dev/host/session.ts'"],
  [undefined, `${web}/dev/gallery/gallery.ts`, "import '#/features/light/a.ts'; import '#/ui/icon.ts'"],
  [undefined, `${web}/dev/host/session.ts`, "import '#/features/light/a.ts'; import '#/ui/icon.ts'"],
  ['setup-needs-nothing', 'scripts/setup.mjs', "import 'zod'"],
];

/** What the planted imports lead to. */
const surroundings: Readonly<Record<string, string>> = {
  'apps/web/public/locales/en_US.json': '{}',
  [`${server}/circle-b.ts`]: "import './circle-a.ts'",
  [`${server}/db/quiet.ts`]: 'export {}',
  [`${server}/jobs/quiet.ts`]: 'export {}',
  [`${server}/http/handle.ts`]: 'export {}',
  [`${server}/modules/rankings/index.ts`]: 'export {}',
  [`${server}/modules/ballots/index.ts`]: 'export {}',
  [`${server}/errors.ts`]: 'export {}',
  [`${server}/services.ts`]: 'export type A = 1',
  [`${server}/stray.ts`]: 'export {}',
  [`${server}/lib/clock.ts`]: 'export {}',
  [`${server}/dev/index.ts`]: "import './inbox.ts'",
  [`${server}/dev/inbox.ts`]: 'export {}',
  [`${server}/modules/tasks/index.ts`]: 'export {}',
  [`${server}/modules/tasks/claim.ts`]: 'export {}',
  [`${server}/modules/tasks/quizzes/quiz.ts`]: 'export {}',
  'apps/server/test/world.ts': 'export {}',
  [`${web}/ui/icon.ts`]: 'export {}',
  [`${web}/features/elections/a.ts`]: 'export {}',
  'packages/contract/src/index.ts': 'export type A = 1; export const a = () => 1',
  'packages/contract/src/errors.ts': 'export const a = () => 1',
  'packages/contract/package.json': JSON.stringify({
    name: '@lightstick/contract',
    type: 'module',
    exports: { '.': './src/index.ts', './errors': './src/errors.ts' },
  }),
  'packages/chance/src/drand.ts': 'export {}',
  'packages/chance/package.json': JSON.stringify({
    name: '@lightstick/chance',
    type: 'module',
    exports: { './drand': './src/drand.ts' },
  }),
  'apps/server/package.json': JSON.stringify({ type: 'module', imports: { '#/*': './src/*' } }),
  'apps/web/package.json': JSON.stringify({ type: 'module', imports: { '#/*': './src/*' } }),
  ...Object.fromEntries(
    ['zod', 'fastify', 'kysely', 'pg', 'vitest'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' })],
      [`node_modules/${name}/index.js`, ''],
    ]),
  ),
};

let root = '';
let found: Awaited<ReturnType<typeof findViolations>>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'boundaries-'));
  const files = [...Object.entries(surroundings), ...planted.map(([, file, statement]) => [file, statement] as const)];
  for (const [file, text] of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  await mkdir(join(root, 'node_modules/@lightstick'));
  for (const name of ['chance', 'contract']) {
    await symlink(join(root, 'packages', name), join(root, 'node_modules/@lightstick', name));
  }
  found = await findViolations(root);
});

afterAll(() => rm(root, { recursive: true, force: true }));

test('every rule has a planted violation', () => {
  expect(new Set(planted.map(([rule]) => rule).filter(Boolean))).toEqual(new Set(ruleNames));
});

test.each(planted.filter(([rule]) => rule !== undefined))('%s catches %s: %s', (rule, file) => {
  expect(found.violations.filter((violation) => violation.from === file).map(({ rule: name }) => name)).toContain(rule);
});

test.each(planted.filter(([rule]) => rule === undefined))('%s%s is allowed: %s', (_, file) => {
  expect(found.violations.filter((violation) => violation.from === file)).toEqual([]);
});

test('a list of owners agrees with the schema and has no exception that nothing needs', async () => {
  const owned = { tablesOf: { mall: ['fan', 'lost'], identity: ['fan', 'foundling'] }, exceptions: [] };
  expect((await compareWithSchema(root, owned)).map(({ to }) => to)).toEqual([
    'lost is no table',
    'fan has two owners',
  ]);
  const place = 'mall/a.view.ts';
  const exceptions = [{ place, tables: ['fan', 'notice'], reason: 'It is planted.' }];
  const violations = await findForeignTables(root, { tablesOf: { identity: ['fan'] }, exceptions });
  expect(violations.filter(({ from }) => from.endsWith(place))).toEqual([]);
  expect(violations.filter(({ from }) => from.startsWith('scripts/')).map(({ to }) => to)).toEqual([
    'mall/a.view.ts: notice is no exception any more',
  ]);
});

test('the gate would notice that it sees no TypeScript', () => {
  expect(found.moduleCount).toBeGreaterThanOrEqual(planted.length);
  expect(found.moduleCount).toBeLessThan(fewestModules);
});
