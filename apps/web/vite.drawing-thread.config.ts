import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browsers } from './build/browsers.ts';

/** The server's drawing thread, laid beside the app that it draws. The server never sends files of hidden folders. */
export default defineConfig({
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  // Whole, so that the server needs no packages of the web app.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/prerender/drawing-thread.ts',
    outDir: 'dist/.drawing-thread',
    target: 'node24',
    cssTarget: browsers,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    minify: false,
  },
});
