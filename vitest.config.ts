import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type ProjectConfig = TestProjectInlineConfiguration['test'];

const systemTests = 'apps/server/test/system/**/*.test.ts';

const onPostgres = {
  globalSetup: 'apps/server/test/world/global-setup.ts',
  pool: 'threads',
  // More than there are cores: a worker waits for the database for a third of its time.
  maxWorkers: 3,
  // A file may start servers of its own; machines with few cores need their time for that.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What a server does by itself is waited for; how long it may take depends on the machine, not on the product.
  expect: { poll: { timeout: 30_000 } },
  // A world cleans up after itself, and loading the server anew for each file takes longer than most of them.
  isolate: false,
} satisfies ProjectConfig;

export default defineConfig({
  test: {
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
