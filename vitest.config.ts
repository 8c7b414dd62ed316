import { existsSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

type ProjectConfig = TestProjectInlineConfiguration['test'];

const systemTests = 'apps/server/test/system/**/*.test.ts';

const onPostgres = {
  globalSetup: 'apps/server/test/world/global-setup.ts',
  pool: 'threads',
  // More than there are cores: a worker waits for the database for a third of its time.
  maxWorkers: 3,
  // A file may start servers of its own; machines with few cores need their time for that.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What a server does by itself is waited for; how long it may take depends on the machine, not on the product.
  expect: { poll: { timeout: 30_000 } },
  // A world cleans up after itself, and loading the server anew for each file takes longer than most of them.
  isolate: false,
} satisfies ProjectConfig;

/** Files that take the better part of a minute or more, the longest first. */
const longest = [
  'image/image',
  'process/faults',
  'staking/settle-many',
  'ledger/ledger-model',
  'embedded/embedded-postgres',
  'process/host',
  'process/main',
  'deploy/nginx',
  'process/usage',
  'luck/box-storm',
  'ai-host/host-faults',
].map((name) => `apps/server/test/system/${name}.test.ts`);

const missing = longest.filter((file) => !existsSync(new URL(file, import.meta.url)));
if (missing.length > 0) throw new Error(`vitest.config.ts names test files that are not there: ${missing.join()}`);

/** Begins with the longest files, so that none of them runs alone at the end. A clean checkout knows only the files' sizes. */
class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- The sequencer is no array.
    const sorted = await super.sort(specs);
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((file) => moduleId.endsWith(file));
      return place === -1 ? longest.length : place;
    };
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{apps,packages}/*/src/**/*.test.{ts,tsx}',
            'apps/web/build/**/*.test.ts',
            'packages/*/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          pool: 'threads',
          // Pure functions leave nothing behind for the next file, and loading modules anew takes longer than the tests.
          isolate: false,
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'integration',
          include: ['apps/server/test/**/*.test.ts'],
          exclude: [systemTests],
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'system',
          include: [systemTests],
        },
      },
    ],
  },
});
