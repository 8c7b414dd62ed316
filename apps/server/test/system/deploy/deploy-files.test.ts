import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '@lightstick/contract';
import { describe, expect, it } from 'vitest';
import { variables } from '#/config/variables.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const shipped = (name: string) => readFile(join(root, 'deploy', name), 'utf8');

describe('the pages for operators', () => {
  it('run commands that are there, with the settings of the unit, on the Node that the set-up brings', async () => {
    const pages = await Promise.all(
      ['operating/install.md', 'operators.md'].map((name) => readFile(join(root, 'docs', name), 'utf8')),
    );
    const all = pages.join('\n');
    const commands = [...all.matchAll(/^lightstick ([a-z-]+)/gm)].map(([, name]) => name ?? '');
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((name) => !existsSync(join(root, 'apps/server/src/commands', `${name}.ts`)))).toEqual([]);
    const unit = await shipped('lightstick@.service');
    const settings = (pattern: RegExp) => pattern.exec(all)?.[1]?.split(' ') ?? [];
    const fixed = settings(/\/usr\/bin\/env ([A-Z_]+=\S+) \//m);
    expect(fixed).toEqual(['NODE_ENV=production']);
    const defaults = settings(/-p Environment='(.*)'/);
    expect(defaults).toContain('DATA_DIR=/var/lib/lightstick');
    expect([...fixed, ...defaults].filter((setting) => !unit.includes(setting))).toEqual([]);
    expect(all).toContain('`npm run build`');
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object };
    expect(scripts).toMatchObject({ prebuild: 'node scripts/setup.mjs', build: 'node scripts/build-web.mjs' });
  });
});

describe('the units of systemd', () => {
  const linesOf = async (name: string) =>
    (await shipped(name)).split('\n').flatMap((line) => {
      const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return key && value !== undefined ? [{ key, value }] : [];
    });

  it('start programs that are there, with settings that are there', async () => {
    for (const unit of ['lightstick@.service', 'lightstick-watch.service']) {
      const lines = await linesOf(unit);
      const words = lines.filter(({ key }) => key === 'ExecStart').flatMap(({ value }) => value.split(' '));
      const files = words
        .map((word) => word.replace('/opt/lightstick/', ''))
        .filter((word) => /\.(ts|mjs)$/.test(word));
      expect(files).toHaveLength(1);
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
      const namesIn = (settings: string[]) => settings.flatMap((word) => /^([A-Z_]+)=/.exec(word)?.[1] ?? []);
      const defaults = namesIn(
        lines.filter(({ key }) => key === 'Environment').flatMap(({ value }) => value.split(' ')),
      );
      expect([...namesIn(words), ...defaults].filter((name) => !(name in variables))).toEqual([]);
      // A file of settings wins over these, so what makes it production is not among them.
      expect(defaults).not.toContain('NODE_ENV');
    }
  });

  it('back up each night with the command line, and try the backup out on Sundays', async () => {
    const lines = await linesOf('lightstick-backup.service');
    const commands = lines.filter(({ key }) => key === 'ExecStart').map(({ value }) => value);
    expect(commands).toEqual([
      expect.stringMatching(/bin\/lightstick backup$/),
      expect.stringMatching(/date \+%%u.*bin\/lightstick backup --drill'$/),
    ]);
    for (const command of commands) {
      const program = /\/opt\/lightstick\/(\S+)/.exec(command)?.[1] ?? '';
      expect([existsSync(join(root, program)), command.includes('NODE_ENV=production')]).toEqual([true, true]);
    }
    // The shell finds the weekday as systemd hands it over, and ends well on any.
    const script =
      /-c '(.*)'$/
        .exec(commands[1] ?? '')?.[1]
        ?.replace('%%', '%')
        .replace(/exec .*/, 'echo drill') ?? '';
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script.replace('!=', '=')]);
    const { stdout: other } = await promisify(execFile)('/bin/sh', ['-c', script]);
    expect([stdout.trim(), other.trim()].toSorted()).toEqual(['', 'drill']);
    expect(await linesOf('lightstick-backup.timer')).toEqual(
      expect.arrayContaining([
        { key: 'OnCalendar', value: '*-*-* 04:20:00 Asia/Taipei' },
        { key: 'WantedBy', value: 'timers.target' },
      ]),
    );
  });

  it('may write to the folder of backups, where the server keeps its log and the list of erased fans', async () => {
    for (const unit of ['lightstick@.service', 'lightstick-backup.service']) {
      expect(await linesOf(unit)).toContainEqual({ key: 'ReadWritePaths', value: '-/mnt/backups/lightstick' });
    }
  });

  it('serve in production with any file of settings', async () => {
    const command = (await linesOf('lightstick@.service')).find(({ key }) => key === 'ExecStart')?.value ?? '';
    const [program = '', ...words] = command.split(' ').filter((word) => !word.startsWith('/opt/'));
    const given = words.slice(0, -1).map((word) => word.replace('%i', '3001'));
    const script = 'const { NODE_ENV, PORT } = process.env; console.log(NODE_ENV, PORT)';
    const { stdout } = await promisify(execFile)(program, [...given, process.execPath, '-e', script], {
      env: { NODE_ENV: 'development', PORT: '3000' },
    });
    expect(stdout).toBe('production 3001\n');
  });

  it('are restarted after every end', async () => {
    for (const unit of ['lightstick@.service', 'lightstick-watch.service']) {
      const [beforeService = ''] = (await shipped(unit)).split('[Service]');
      expect(beforeService).toContain('\nStartLimitIntervalSec=0\n');
      expect((await linesOf(unit)).map(({ key }) => key)).toEqual(expect.arrayContaining(['Restart', 'RestartSec']));
    }
  });

  it('watch for as long as nginx runs, also over restarts', async () => {
    const lines = (await linesOf('lightstick-watch.service')).map(({ key, value }) => `${key}=${value}`);
    const bonds = lines.filter((line) => line.endsWith('=nginx.service'));
    expect(bonds).toEqual(['After=nginx.service', 'PartOf=nginx.service', 'WantedBy=nginx.service']);
  });

  it('wait for a replica that drains and finishes what it took', async () => {
    const lines = await linesOf('lightstick@.service');
    const drain = lines.map(({ value }) => /\bDRAIN_SECONDS=(\d+)/.exec(value)?.[1]).find(Boolean);
    const stop = lines.find(({ key }) => key === 'TimeoutStopSec')?.value;
    expect(Number(stop)).toBeGreaterThan(Number(drain) + 30 + 10);
    const watch = await shipped('lightstick-watch.service');
    const every = /--every (\d+)/.exec(watch)?.[1];
    expect(Number(drain)).toBeGreaterThan(2 * Number(every) + 3);
  });
});

describe('nginx.conf', () => {
  it('is written for these calls that take files or streams', async () => {
    const paths = Object.entries(contract).flatMap(([route, endpoint]) =>
      'upload' in endpoint || 'streams' in endpoint ? [route.split(' ')[1] ?? ''] : [],
    );
    expect(paths.toSorted()).toEqual(
      [
        '/activity/api/v1/vote/stream',
        '/activity/api/v1/packet/stream',
        '/activity/api/v1/jplive/chat/stream',
        '/activity/api/v1/jplive/agent/stream',
        '/wallet/api/v1/userExpand/uploadAvatar',
        '/task/api/v1/fanVideo/setPoster',
      ].toSorted(),
    );
  });
});
