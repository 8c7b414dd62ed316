import { isDeepStrictEqual } from 'node:util';
import { beforeAll, beforeEach, expect } from 'vitest';
import { simulatePack } from '#/dev/index.ts';
import { applyContent, formatProblem, PackProblems } from '#/modules/content/index.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { createSettableClock } from '../world/settable-clock.ts';
import { type PackFolder, smallPack } from './small-pack.ts';

const tables = [
  'team',
  'idol',
  'activity',
  'candidate',
  'rule_set',
  'task',
  'offer',
  'vote_pack',
  'luck_budget',
  'luck_plan',
  'page',
  'invite_terms',
  'fan',
  'ranking_snapshot',
  'ledger.period',
  'ledger.transfer',
];

/**
 * Creates a separate small pack for each test of a file, a real database, and the actions on them.
 * @param sharesDatabase - whether the tests use one database, because they leave it as it was; else each has its own
 */
export function contentBench({ sharesDatabase = false } = {}) {
  let database: TestDatabase;
  let folder: PackFolder;
  let clock: ReturnType<typeof createSettableClock>;
  (sharesDatabase ? beforeAll : beforeEach)(async () => {
    database = await createDatabase();
    return () => database[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    folder = await smallPack();
    clock = createSettableClock(new Date());
    return () => folder[Symbol.asyncDispose]();
  });

  return {
    get database() {
      return database;
    },
    get folder() {
      return folder;
    },
    get clock() {
      return clock;
    },
    apply: ({ simulates = false } = {}, to: Pick<TestDatabase, 'ownerPool'> = database) =>
      applyContent({
        ownerPool: to.ownerPool,
        clock,
        folder: folder.path,
        simulate: simulates ? simulatePack : undefined,
      }),
    /** Applies the pack of another folder. */
    applyFolder: (path: string, to: Pick<TestDatabase, 'ownerPool'> = database) =>
      applyContent({ ownerPool: to.ownerPool, clock, folder: path }),
    rowsOf: async (query: string): Promise<unknown[]> =>
      (await database.ownerPool.query<Record<string, unknown>>(query)).rows,
    /** Which version each row of each table has: equal before and after when nothing was written. */
    rowVersions: async (): Promise<unknown> => {
      const versions = tables
        .map((table) => `SELECT '${table}' AS of, xmin::text, ctid::text FROM ${table}`)
        .join(' UNION ALL ');
      return (await database.ownerPool.query(`${versions} ORDER BY 1, 3`)).rows;
    },
    refusalOf: async (application: Promise<unknown>): Promise<string[]> => {
      const error: unknown = await application.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!(error instanceof PackProblems)) throw new Error('The pack was not refused', { cause: error });
      return error.problems.map((problem) => formatProblem(problem).replace(`${folder.path}/`, ''));
    },
  };
}

type TermChange = { readonly field: string; readonly from: string; readonly to: string; readonly line: number };

/**
 * Changes a term that activity 7 was published with, and a team beside it.
 *
 * @returns the problems for which the pack is refused, and whether nothing was written
 */
export async function changeTerm(bench: ReturnType<typeof contentBench>, { from, to }: TermChange) {
  const before = await bench.rowVersions();
  await bench.folder.edit(['activities.yaml', from, to], ['teams.yaml', 'en_US: Early', 'en_US: Earlier']);
  const problems = await bench.refusalOf(bench.apply());
  return { problems, isUnchanged: isDeepStrictEqual(await bench.rowVersions(), before) };
}

/** Returns what `changeTerm` returns for a term that may not change any more. */
export const keptTerm = ({ field, line }: TermChange) => ({
  problems: [
    expect.stringMatching(
      `^activities\\.yaml:${line} activities\\[0\\]\\.${field}: is .*, but activity 7 was published with .*; ` +
        'expected what was published, because voting has opened(?:; ' +
        'to move its end run lightstick election move-end 7 .*)?$',
    ) as string,
  ],
  isUnchanged: true,
});
