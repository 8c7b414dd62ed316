import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:html|js|css|json|svg|webmanifest|txt)$/;
/** Below this a compressed copy saves less than a packet. */
const smallestBytes = 1024;

/** Lays `.br` and `.gz` copies beside every text file of the build, so that the server never compresses on the fly. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'lightstick:precompressed',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!compressible.test(path) || path.startsWith('.')) continue;
        const bytes = readFileSync(join(folder, path));
        if (bytes.length < smallestBytes) continue;
        writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes, { level: 9 }));
        const parameters = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(folder, `${path}.br`), brotliCompressSync(bytes, { params: parameters }));
      }
    },
  };
}
