import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { latestCommit, stampPages } from './build/build-stamp.ts';

/**
 * The pages for developers (/dev/host, /dev/gallery) in a separate build, which production never serves and whose
 * weight no budget counts. While the app is edited with `vite`, its server shows them at the same addresses.
 */
export default defineConfig({
  base: '/dev/',
  // Same as in the app: what the router asks for is a shim for React 17.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react(), tailwindcss(), stampPages(latestCommit())],
  // Fonts, icons and texts are the app's own, at the app's own addresses.
  experimental: { renderBuiltUrl: (file, { type }) => (type === 'public' ? `/${file}` : undefined) },
  build: {
    outDir: 'dist-dev',
    target: ['chrome111', 'safari16.4', 'firefox115'],
    copyPublicDir: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { input: { host: 'dev/host.html', gallery: 'dev/gallery.html' } },
  },
  worker: { format: 'es' },
});
