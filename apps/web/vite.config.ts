import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './build/boot-script.ts';
import { browsers } from './build/browsers.ts';
import { latestCommit, stampPages, versionFile } from './build/build-stamp.ts';
import { chunkGroups } from './build/chunk-plan.ts';
import { compiledCatalogues } from './build/compiled-catalogues.ts';
import { keepEarlierBuilds } from './build/kept-builds.ts';
import { plainImports } from './build/plain-imports.ts';
import { precompress } from './build/precompress.ts';
import { queryPartsApart } from './build/query-parts-apart.ts';

const stamp = latestCommit();

/** Where the API answers while the web is edited with `vite` in front of it. */
const apiAddress = process.env['API_URL'] ?? 'http://127.0.0.1:3000';
const apiPaths = [
  '/activity/api',
  '/task/api',
  '/wallet/api',
  '/analytics/api',
  '/content/api',
  '/live/v1',
  '/config',
  '/art',
  '/avatars',
  '/dev/inbox',
];

export default defineConfig({
  resolve: {
    alias: {
      // What the router asks for is a shim for React 17; ours has the hook itself.
      'use-sync-external-store/shim/index.js': 'react',
      regexparam: fileURLToPath(new URL('build/no-route-patterns.ts', import.meta.url)),
    },
  },
  plugins: [
    react(),
    tailwindcss(),
    bootScript(),
    compiledCatalogues(),
    queryPartsApart(),
    plainImports(),
    stampPages(stamp),
    versionFile(stamp),
    precompress(),
    keepEarlierBuilds(stamp),
  ],
  build: {
    target: browsers,
    manifest: true,
    // The page itself says which chunks to fetch ahead (build/boot-script.ts), so that no list of them burdens the script.
    modulePreload: false,
    // A data: URL would be a second copy in every chunk and, for scripts, against the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first screen names many chunks, and digests do not compress; seven letters tell the builds of one chunk apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups() },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: Object.fromEntries(apiPaths.map((path) => [path, { target: apiAddress }])) },
});
