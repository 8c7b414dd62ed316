const { readFileSync } = require('node:fs');
const { join } = require('node:path');

// The weight budgets of the built app, gzipped. The first screen is what a newcomer's phone must have before the home
// screen stands: the pre-paint script, the entry, the home screen, and everything that these import at once.

const manifest = JSON.parse(readFileSync(join(__dirname, 'dist/.vite/manifest.json'), 'utf8'));

const entry = 'index.html';
const home = 'src/app/screens/home-screen.tsx';

/** The JavaScript files of an entry and of all that it imports statically. */
function scriptsOf(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}. Has it moved? Then name it anew in .size-limit.cjs.`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) scriptsOf(imported, found);
  return found;
}

const dist = (file) => `dist/${file}`;
const firstScreen = [entry, 'src/boot/boot.ts', home].reduce((found, key) => scriptsOf(key, found), new Set());
const routes = Object.keys(manifest).filter((key) => key.startsWith('src/app/screens/'));
if (routes.length < 29) {
  throw new Error(`Only ${routes.length} screens have chunks of their own; there should be at least 29.`);
}

const homeInFiveSeconds = require('./build/loaded-by-home.json').reduce(
  (found, path) => scriptsOf(`src/${path}`, found),
  new Set(firstScreen),
);

const wallets = 'src/lib/wallet/wallets.ts';
/** All that only those load who use a wallet to sign: what its chunk imports is on the page before. */
const walletFiles = [...scriptsOf(wallets)].filter(
  (file) => !scriptsOf('src/app/screens/login-screen.tsx').has(file) && !firstScreen.has(file),
);

module.exports = [
  { name: 'first screen, JavaScript', path: [...firstScreen].map(dist), limit: '100 kB', gzip: true },
  { name: 'home in five seconds, JavaScript', path: [...homeInFiveSeconds].map(dist), limit: '120 kB', gzip: true },
  ...['en_US', 'zh_TW'].map((language) => ({
    name: `texts of home, ${language}`,
    path: `dist/locales/${language}.home.json`,
    limit: '8 kB',
    gzip: true,
  })),
  { name: 'CSS', path: manifest[entry].css.map(dist), limit: '14 kB', gzip: true },
  { name: 'font', path: 'dist/fonts/*.woff2', limit: '13 kB', gzip: false, brotli: false },
  { name: 'wallet chunk', path: walletFiles.map(dist), limit: '3 kB', gzip: true },
  ...routes.map((key) => ({ name: key, path: dist(manifest[key].file), limit: '15 kB', gzip: true })),
];
