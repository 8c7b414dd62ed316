import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseSettings } from '../../apps/server/src/config/settings.ts';
import { variables } from '../../apps/server/src/config/variables.ts';
import { productionEnvironment } from './production-environment.ts';

it('A server of a measurement takes nothing from an .env of the machine, least of all its database.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lightstick-'));
  try {
    const file = join(folder, '.env');
    const names = Object.keys(variables);
    writeFileSync(file, names.map((name) => `${name}=of-the-machine`).join('\n'));
    const env = productionEnvironment(folder);
    const script = 'process.loadEnvFile(process.argv[1]); console.log(JSON.stringify(process.env))';
    const { stdout } = spawnSync(process.execPath, ['-e', script, file], { env, encoding: 'utf8' });
    const seen = JSON.parse(stdout) as Record<string, string>;
    expect(names.filter((name) => seen[name] === 'of-the-machine')).toEqual([]);
    const settings = parseSettings(seen, folder);
    expect(settings).toMatchObject({ production: true, databaseUrl: undefined, dataDir: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
