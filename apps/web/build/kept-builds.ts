import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** One build: when it was made, and the hashed files it consists of. */
type Build = { readonly builtAt: string; readonly files: readonly string[] };

/** The number of earlier builds whose chunks stay available to pages that are still open. */
const keptBuilds = 2;

/** Out of the browser's reach: the server shows no dot files. */
const listName = '.vite/builds.json';
const assets = 'assets';

/**
 * Remembers the hashed files of this and earlier builds, because a build empties `folder` first. The returned function
 * puts them beside the new files and forgets older ones; after a failed build (no `builtAt`) it restores all.
 */
export function rememberBuilds(folder: string): (builtAt?: string) => void {
  const earlier = readBuilds(folder);
  const contents = new Map<string, Buffer>();
  for (const name of new Set(earlier.flatMap(({ files }) => files))) {
    const path = join(folder, assets, name);
    if (existsSync(path)) contents.set(name, readFileSync(path));
  }

  return function keep(builtAt) {
    const builds = builtAt === undefined ? earlier : [newBuild(folder, builtAt), ...earlier.slice(0, keptBuilds)];
    for (const name of new Set(builds.flatMap(({ files }) => files))) {
      const path = join(folder, assets, name);
      const bytes = contents.get(name);
      if (bytes === undefined || existsSync(path)) continue;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
    mkdirSync(dirname(join(folder, listName)), { recursive: true });
    writeFileSync(join(folder, listName), `${JSON.stringify(builds, null, 2)}\n`);
  };
}

function newBuild(folder: string, builtAt: string): Build {
  return { builtAt, files: readdirSync(join(folder, assets), { encoding: 'utf8' }).toSorted() };
}

function readBuilds(folder: string): readonly Build[] {
  const path = join(folder, listName);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Build[]) : [];
}

/** Keeps the hashed files of the builds before this one in place. Comes last, when all files of the build are written. */
export function keepEarlierBuilds({ builtAt }: { readonly builtAt: string }): Plugin {
  let folder = '';
  let keep: ((builtAt?: string) => void) | undefined;
  let isWritten = false;
  return {
    name: 'lightstick:kept-earlier-builds',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    buildStart() {
      keep = rememberBuilds(folder);
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle() {
      // Called after a build that failed as well, which has emptied the folder all the same.
      keep?.(isWritten ? builtAt : undefined);
    },
  };
}
