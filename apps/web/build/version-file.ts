import type { Plugin } from 'vite';
import type { BuildStamp } from './build-stamp.ts';

/** Writes /version.json, by which a page that fails to load a chunk learns that there is a newer build. */
export function versionFile(stamp: BuildStamp): Plugin {
  return {
    name: 'lightstick:version-file',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source: `${JSON.stringify(stamp)}\n` });
    },
  };
}
