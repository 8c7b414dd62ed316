import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePrivateKey } from 'viem/accounts';
import { parseEther, parseGwei } from 'viem';
import { describe, expect, it, vi } from 'vitest';
import { createPools } from '#/db/connect.ts';
import { startEmbedded } from '#/db/embedded/index.ts';
import { migrate } from '#/db/migrate.ts';
import { consultDoctor } from '../../world/consult-doctor.ts';
import { startLocalChain } from '../../world/local-chain.ts';
import { givenContract } from '../../world/minting-world.ts';
import { hasObjectStorage, startObjectStorage } from '../../world/object-storage/start-object-storage.ts';
import { runLightstick } from '../../world/run-lightstick.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';
import { createWorld } from '../../world/world.ts';
import { reservePort } from '../../../../../e2e/reserve-port.ts';
import { hasNginx, keepRunning, startNginx } from '../deploy/start-nginx.ts';

/** An nginx as many are set up: it buffers, ignores what the server says about that, and takes a megabyte. */
const usualNginx = (folder: string, ports: { readonly listen: number; readonly server: number }) => `
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${ports.listen};
    location / {
      proxy_buffering on;
      proxy_ignore_headers X-Accel-Buffering;
      proxy_pass http://127.0.0.1:${ports.server};
    }
  }
}
`;

describe.runIf(hasNginx && process.platform === 'linux')('Through a real nginx', () => {
  it('the doctor finds what a usual set-up breaks, and nothing to mend in the shipped one', async () => {
    await using world = await createWorld({ environment: { TRUST_PROXY: '1' } });
    const server = Number(new URL(await world.listen()).port);
    const consult = async (publicUrl: string) => {
      const environment = { NODE_ENV: 'test', TRUST_PROXY: '1', PUBLIC_URL: publicUrl };
      const ids = ['address-reached', 'fan-address', 'streams', 'uploads'];
      return Promise.all(ids.map((id) => consultDoctor(id, environment)));
    };

    await using folder = await createScratchFolder();
    const listen = await reservePort();
    await writeFile(join(folder.path, 'nginx.conf'), usualNginx(folder.path, { listen, server }));
    // Its workers are another user.
    await chmod(folder.path, 0o755);
    {
      await using _ = keepRunning('nginx', [
        '-p',
        folder.path,
        '-c',
        join(folder.path, 'nginx.conf'),
        '-g',
        'daemon off;',
      ]);
      await vi.waitFor(() => fetch(`http://127.0.0.1:${listen}/healthz`), { timeout: 30_000, interval: 50 });
      expect(await consult(`http://127.0.0.1:${listen}`)).toMatchObject([
        { state: 'ok' },
        { state: 'wrong', found: expect.stringContaining('believes an address that a fan writes') },
        { state: 'wrong', found: expect.stringContaining('holds events back') },
        { state: 'wrong', found: 'The proxy refuses 5 MB for pictures, parts of videos.' },
      ]);
    }
    await using shipped = await startNginx({ listen: await reservePort(), replicas: [server, server] });
    const found = await consult(shipped.origin);
    expect(found.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });
});

describe.runIf(hasObjectStorage)('A real bucket', () => {
  it('takes an object and has none afterwards; it is wrong with another key, and away', async () => {
    await using storage = await startObjectStorage();
    const consult = (changed: Record<string, string> = {}) =>
      consultDoctor('bucket', { ...storage.environment, ...changed });
    expect((await consult()).state).toBe('ok');
    expect(await storage.keys()).toEqual([]);
    const refused = await consult({ S3_SECRET_ACCESS_KEY: 'another-key' });
    expect(refused).toMatchObject({ state: 'wrong', found: expect.stringContaining('cannot be used with these keys') });
    const away = await consult({ S3_ENDPOINT: 'http://127.0.0.1:2' });
    expect(away).toMatchObject({ state: 'wrong', found: expect.stringContaining('does not answer') });
    expect((await consultDoctor('bucket')).state).toBe('off');
  });
});

it('A node of the chain, its fee, the contract, and the coins of the keys are looked at.', async () => {
  await using chain = await startLocalChain();
  const { minter, minterKey, contract } = await givenContract(chain);
  const environment = { CHAIN_RPC_URL: chain.url, MINTER_KEY: minterKey, NFT_CONTRACT: contract };
  const consult = (id: string, changed: Record<string, string> = {}) =>
    consultDoctor(`chain-${id}`, { ...environment, ...changed });
  expect(await consult('node')).toMatchObject({ state: 'ok', found: expect.stringContaining('chain 97, at block') });
  expect((await consult('keys')).state).toBe('ok');

  const nobody = `0x${'12'.repeat(20)}`;
  expect((await consult('keys', { NFT_CONTRACT: nobody })).found).toBe(`There is no contract at ${nobody}.`);
  expect((await consult('keys', { MINTER_KEY: generatePrivateKey() })).found).toContain(
    `belongs to ${minter.toLowerCase()}`,
  );
  expect((await consult('keys', { FAUCET_KEY: generatePrivateKey() })).found).toContain('The faucet is empty');
  await chain.client.setBalance({ address: minter, value: parseEther('0.000001') });
  expect(await consult('keys')).toMatchObject({ state: 'wrong', found: expect.stringContaining('has 0.000001 coins') });

  await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('500') });
  await chain.client.mine({ blocks: 1 });
  expect(await consult('node')).toMatchObject({ state: 'wrong', found: expect.stringContaining('CHAIN_MAX_FEE_GWEI') });
  await using other = await startLocalChain({ chainId: 31_337 });
  expect(await consult('node', { CHAIN_RPC_URL: other.url })).toMatchObject({
    state: 'wrong',
    found: 'It is a node of chain 31337.',
  });
  expect((await consult('node', { CHAIN_RPC_URL: 'http://127.0.0.1:2' })).state).toBe('wrong');
  expect((await consult('keys', { CHAIN_RPC_URL: 'http://127.0.0.1:2' })).state).toBe('unknown');
  expect([(await consultDoctor('chain-node')).state, (await consultDoctor('chain-keys')).state]).toEqual([
    'off',
    'off',
  ]);
});

it('The command exits with 2 where it cannot know, 0 when all is in order, 1 when something is wrong.', async () => {
  await using folder = await createScratchFolder();
  const environment = { NODE_ENV: 'test', DATA_DIR: folder.path };
  const away = await runLightstick(['doctor'], environment);
  expect([away.code, away.errors]).toEqual([2, '']);
  expect(away.output).toContain(`There is no database in ${folder.path} yet.`);

  const postgres = await startEmbedded({ dataDir: folder.path });
  try {
    const pools = createPools({ ownerUrl: postgres.ownerUrl });
    await migrate(pools.ownerPool);
    await pools.ownerPool.query(
      `INSERT INTO content_pack (name, version, digest, applied_at, anchored_at)
       VALUES ('a', '1', '\\x00', now(), now());
       CREATE TABLE IF NOT EXISTS backup_run (kind text, begun_at timestamptz, ended_at timestamptz,
         file_name text, bytes bigint, failure text);
       INSERT INTO backup_run (kind, begun_at, ended_at, file_name, bytes)
       VALUES ('backup', now(), now(), 'a.tar', 1), ('drill', now(), now(), 'a.tar', 1)`,
    );
    await pools.end();
    const json = await runLightstick(['doctor', '--json', '--ledger'], environment);
    const { state, checks } = JSON.parse(json.output) as { state: string; checks: { id: string; state: string }[] };
    expect(checks.filter((line) => line.state === 'wrong' || line.state === 'unknown')).toEqual([]);
    expect([json.code, state]).toEqual([0, 'ok']);
    expect(checks.find(({ id }) => id === 'ledger-invariants')).toMatchObject({ state: 'ok' });

    await mkdir(join(folder.path, 'settings'));
    const file = join(folder.path, 'settings', 'lightstick.env');
    await writeFile(file, 'PUBLIC_ADDRESS=https://vote.example.com\n');
    const wrong = await runLightstick(['doctor', '--settings', file], environment);
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('Not known: PUBLIC_ADDRESS.')]);
    expect(wrong.output).toMatch(/ {2}wrong +Names of settings .*\n +Why: .*\n +Do: /);
    expect((await runLightstick(['doctor', '--mail', 'nobody'], environment)).code).toBe(2);
  } finally {
    await postgres.stop();
  }
});
