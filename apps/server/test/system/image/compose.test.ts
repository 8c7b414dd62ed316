import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startEmbedded } from '#/db/embedded/index.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';
import { killPrograms, startProgram } from '../process/start-program.ts';
import { projectRoot } from './build-image.ts';

type Service = {
  profiles?: string[];
  image: string;
  build?: { context: string; dockerfile?: string };
  init?: boolean;
  read_only: boolean;
  cap_drop: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt: string[];
  logging: { options: Record<string, string> };
  stop_grace_period?: string;
  environment?: Record<string, string>;
  volumes: string[];
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const shipped = (name: string) => readFile(join(projectRoot, name), 'utf8');
const readCompose = async () => parse(await shipped('compose.yaml'), { merge: true }) as Compose;
const ownFolder = '${LIGHTSTICK_FOLDER:-.}';

describe('compose.yaml', () => {
  it('starts the server alone, and the rest by profiles', async () => {
    const { services } = await readCompose();
    const named = Object.entries(services).map(([name, { profiles = [] }]) => [name, profiles]);
    expect(Object.fromEntries(named)).toEqual({
      lightstick: [],
      postgres: ['postgres'],
      prometheus: ['observability'],
      grafana: ['observability'],
      rtmp: ['rtmp'],
    });
  });

  it('gives no container more than it needs, and no log all of the disk', async () => {
    for (const service of Object.values((await readCompose()).services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        logging: { options: { 'max-size': '20m', 'max-file': '5' } },
      });
      expect([service.cap_add, service.privileged]).toEqual([undefined, undefined]);
    }
  });

  it('keeps the passwords of other containers from the server', async () => {
    const { lightstick, ...others } = (await readCompose()).services;
    const passwordsIn = (text: string) =>
      new Set([...text.matchAll(/\$\{(\w+_PASSWORD)/g)].map(([, name]) => name ?? ''));
    const own = passwordsIn(JSON.stringify(lightstick));
    const foreign = [...passwordsIn(JSON.stringify(others))].filter((name) => !own.has(name));
    expect(foreign.toSorted()).toEqual(['GRAFANA_PASSWORD', 'POSTGRES_PASSWORD']);
    expect(foreign.map((name) => lightstick?.environment?.[name])).toEqual(['', '']);
  });

  it('is backed up each night by the cron of the machine, and on Sundays the backup is tried out', async () => {
    const [cron, handbook] = await Promise.all(['deploy/compose-backup.cron', 'docs/operating/backup.md'].map(shipped));
    const lines = (cron ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const jobs = lines.map((line) => /^(?:\d+ ){2}\* \* (\S) root cd \/opt\/lightstick && (.+)$/.exec(line)?.slice(1));
    const command = 'docker compose exec -T lightstick lightstick backup';
    expect(jobs).toEqual([
      ['*', command],
      ['0', `${command} --drill`],
    ]);
    // Debian's cron reads no file of its folder whose name has a dot.
    expect(handbook).toContain('cp deploy/compose-backup.cron /etc/cron.d/lightstick-backup\n');
    const [, folder] = /^BACKUP_FOLDER=(\S+)/m.exec(handbook ?? '') ?? [];
    const override = parse(/^```yaml\n([^]*?)```/m.exec(handbook ?? '')?.[1] ?? '') as Compose;
    expect(override).toEqual({ services: { lightstick: { volumes: [`${folder}:${folder}`] } } });
    expect((await readCompose()).services['lightstick']?.profiles).toBeUndefined();
  });

  it('mounts files that are there and volumes that it names, and builds from files that are there', async () => {
    const { services, volumes } = await readCompose();
    const sources = Object.values(services).flatMap((service) =>
      service.volumes.map((mount) => mount.slice(0, mount.indexOf(':/'))),
    );
    const files = sources.filter((source) => source.startsWith(ownFolder));
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((file) => !existsSync(join(projectRoot, file.replace(ownFolder, ''))))).toEqual([]);
    expect(new Set(sources.filter((source) => !files.includes(source)))).toEqual(new Set(Object.keys(volumes)));
    for (const { build } of Object.values(services)) {
      if (!build) continue;
      expect(build.context).toContain(ownFolder);
      const folder = build.context.replace(ownFolder, '');
      expect(existsSync(join(projectRoot, folder, build.dockerfile ?? 'Dockerfile'))).toBe(true);
    }
  });

  it('names each image by a version: of the project, of the Node that it pins, or of others', async () => {
    const { services } = await readCompose();
    const { version, dependencies } = JSON.parse(await shipped('package.json')) as {
      version: string;
      dependencies: { node: string };
    };
    const dockerfile = await shipped('Dockerfile');
    const begins = [...dockerfile.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, image]) => image ?? '');
    expect(begins).toHaveLength(2);
    expect(begins[0]).toContain(`/node:${dependencies.node}-`);
    expect(await shipped('deploy/rtmp.Dockerfile')).toContain(`ARG BASE_IMAGE=${begins[1]}\n`);
    expect(dockerfile).toContain(`\nARG VERSION=${version}\n`);
    const images = [...begins, ...Object.values(services).map(({ image }) => image)];
    expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z-]+)?\}?$/.test(image))).toEqual([]);
    const own = images.filter((image) => image.includes('LIGHTSTICK_'));
    expect(own).toHaveLength(2);
    expect(own.filter((image) => !image.endsWith(`:${version}}`))).toEqual([]);
    expect(services['postgres']?.image).toMatch(/^postgres:18\./);
    expect(services['postgres']?.volumes).toContain('postgres:/var/lib/postgresql');
  });

  it('waits for what the server takes to end in order, and reaps what a killed PostgreSQL leaves', async () => {
    const server = (await readCompose()).services['lightstick'];
    // 30 s for what was taken, 10 s for workers, and as much for the drain as the unit of systemd has.
    expect(Number.parseInt(server?.stop_grace_period ?? '', 10)).toBeGreaterThan(30 + 10 + 8);
    expect(server?.init).toBe(true);
    expect(server?.environment).toMatchObject({ HOST: '0.0.0.0', DATA_DIR: '/data' });
  });

  it('shows Grafana one Prometheus, and every dashboard that is shipped', async () => {
    const { services } = await readCompose();
    const provisioning = 'deploy/grafana/provisioning';
    const { datasources } = parse(await shipped(`${provisioning}/datasources/prometheus.yaml`)) as {
      datasources: { uid: string; url: string }[];
    };
    expect(datasources).toMatchObject([{ uid: 'prometheus', url: 'http://prometheus:9090' }]);
    const { providers } = parse(await shipped(`${provisioning}/dashboards/lightstick.yaml`)) as {
      providers: { options: { path: string } }[];
    };
    const mounts = services['grafana']?.volumes ?? [];
    expect(mounts).toContain(`${ownFolder}/deploy/grafana:${providers[0]?.options.path}:ro`);
    expect(mounts).toContain(`${ownFolder}/${provisioning}:/etc/grafana/provisioning:ro`);
  });
});

it('The logins that compose.yaml makes are enough for a server, and the owner may create no role.', async () => {
  await using folder = await createScratchFolder();
  const server = await startEmbedded({ dataDir: folder.path });
  try {
    const superuser = new pg.Client({ connectionString: server.ownerUrl });
    await superuser.connect();
    // `psql` puts the passwords in; this client cannot.
    const script = await shipped('deploy/postgresql-logins.sql');
    const withPasswords = script.replaceAll(/^\\getenv .*$/gm, '').replaceAll(/:'(owner|app)_password'/g, "'$1'");
    expect(withPasswords).not.toBe(script);
    await superuser.query(withPasswords);
    const { rows } = await superuser.query(`SELECT rolcreaterole FROM pg_roles WHERE rolname = 'lightstick'`);
    expect(rows).toEqual([{ rolcreaterole: false }]);
    await superuser.end();

    const addressOf = (login: string) => server.ownerUrl.replace('lightstick_owner@', `${login}@`);
    const program = startProgram({
      DATABASE_URL: addressOf('lightstick'),
      DATABASE_APP_URL: addressOf('lightstick_server'),
    });
    expect((await fetch(`${await program.address()}/readyz`)).status).toBe(200);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  } finally {
    killPrograms();
    await server.stop();
  }
});
