import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createScratchFolder } from './scratch-folder.ts';

export const builtPage =
  '<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8" />' +
  '<title>Lightstick</title>\n<meta name="description" content="Vote." /></head><body><div id="banners"></div>' +
  '<div id="root"><!--screen--><div class="boot-stage"></div></div>' +
  '<noscript>Lightstick needs JavaScript.</noscript></body>' +
  '</html>';

/**
 * Speaks as the web app's thread does: it asks the server for its settings, and says what it was asked to draw. It counts the
 * screens, so that a test can tell how often it drew.
 */
const thread = `
import { parentPort } from 'node:worker_threads';
let drawn = 0;
const waiting = new Map();
parentPort.on('message', (message) => {
  if (message.kind === 'answer') return waiting.get(message.id)(message);
  const { id, request } = message;
  if (request.path === '/live')
    return parentPort.postMessage({ kind: 'failed', id, reason: 'A part of the screen is missing.' });
  if (request.path === '/stake') throw new Error('The thread is broken.');
  if (request.path === '/me') return parentPort.postMessage({ kind: 'drawn', id, screen: undefined });
  drawn += 1;
  const shown = request.path === '/best7' ? 0 : drawn;
  waiting.set(id, ({ status, text }) => {
    const { publicUrl } = JSON.parse(text).data;
    parentPort.postMessage({ kind: 'drawn', id, screen: {
      head: '<title>$& ' + request.search + '</title>',
      body: '<h1>' + [shown, request.path, request.language, request.reader, status].join(' ') + '</h1>',
      above: '',
      answers: JSON.stringify({ publicUrl }),
      isFound: !request.search.includes('unknown'),
    } });
  });
  const call = { method: 'GET', address: '/config', body: undefined, language: request.language };
  parentPort.postMessage({ kind: 'call', id, ...call });
});
`;

/** Creates a built web app: its page, a script, and a thread that draws. */
export async function createWebBuild() {
  const folder = await createScratchFolder();
  await mkdir(join(folder.path, '.drawing-thread'));
  await mkdir(join(folder.path, 'assets'));
  await writeFile(join(folder.path, 'index.html'), builtPage);
  await writeFile(join(folder.path, 'assets/main.js'), 'export {};');
  await writeFile(join(folder.path, '.drawing-thread/package.json'), '{"type":"module"}');
  await writeFile(join(folder.path, '.drawing-thread/drawing-thread.js'), thread);
  return folder;
}
