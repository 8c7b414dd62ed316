import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../world/world.ts';

const pages = ['/dev/host', '/dev/gallery'];
const script = '/dev/assets/host-3f2a.js';

async function buildDevPages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lightstick-dev-pages-'));
  await mkdir(join(folder, 'dev'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'dev/host.html'), '<!doctype html><title>/dev/host</title>');
  await writeFile(join(folder, 'dev/gallery.html'), '<!doctype html><title>/dev/gallery</title>');
  await writeFile(join(folder, 'assets/host-3f2a.js'), 'console.log("host")');
  return folder;
}

describe('the pages for developers', () => {
  let world: World;
  let devPagesDir: string;
  beforeAll(async () => {
    devPagesDir = await buildDevPages();
    world = await createWorld({ settings: { devPagesDir } });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await rm(devPagesDir, { recursive: true });
  });

  const browse = ({ app }: World, url: string) => app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });

  it.each(pages)('are there in development: %s', async (url) => {
    const reply = await browse(world, `${url}?platform=ios`);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain(`<title>${url}</title>`);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
  });

  it("may show the app in a frame, which the app's own policy does not allow", async () => {
    const policyOf = async (url: string) =>
      String((await browse(world, url)).headers['content-security-policy']).split('; ');
    const ofApp = await policyOf('/docs');
    expect(ofApp).toContain("frame-src 'none'");
    expect(await policyOf('/dev/host')).toEqual(
      ofApp.map((directive) => (directive === "frame-src 'none'" ? "frame-src 'self'" : directive)),
    );
  });

  it('have scripts that are kept for ever', async () => {
    const reply = await browse(world, script);
    expect([reply.statusCode, reply.body]).toEqual([200, 'console.log("host")']);
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
    });
    const missing = await browse(world, '/dev/assets/host-gone.js');
    expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(missing.headers['cache-control']).toBe('no-store');
  });

  it('that are not built yet say so', async () => {
    await using other = await createWorld({ settings: { devPagesDir: join(devPagesDir, 'missing') } });
    const reply = await browse(other, '/dev/host');
    expect([reply.statusCode, reply.body]).toEqual([
      503,
      'The development pages are not built yet: run npm run build.\n',
    ]);
  });

  it('are not there in production', async () => {
    await using production = await createWorld({
      settings: { devPagesDir },
      environment: {
        NODE_ENV: 'production',
        SERVER_SECRET: 'a secret that only tests know, 44 letters.',
        PUBLIC_URL: 'https://vote.example.com',
        SMTP_URL: 'smtp://mail.example.com',
      },
    });
    for (const url of [...pages, script]) {
      const reply = await browse(production, url);
      expect([url, reply.statusCode, reply.headers['content-type']]).toEqual([url, 404, 'text/plain; charset=utf-8']);
    }
  });
});
