/**
 * Looks at /readyz of every replica and tells nginx who is to be sent fans. nginx itself only notices who cannot be
 * reached; who is going (DRAIN_SECONDS), hangs, or is without its database still takes connections.
 *
 *   node watch-replicas.mjs --file /etc/nginx/lightstick-replicas.conf --reload 'nginx -s reload' --every 2 --patience 3
 *
 * The file names the replicas as nginx wants them, `server ADDRESS …;` a line. This program writes ` down` before the
 * semicolon of who is not ready, takes it away again, and runs the command whenever something has changed.
 */
import { exec } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';

const run = promisify(exec);

/**
 * In a storm one look may take too long by chance, here or at the database behind the replica, and taking a replica out
 * then would make the storm worse.
 */
const missesUntilDown = 2;
/** A command that hangs would end the watch; it is given again after the next look. */
const reloadTimeoutMs = 10_000;

const serverLine = /^(\s*server\s+)(\S+?)((?:\s+[^;]*?)??)(\s+down)?(\s*;.*)$/;

/**
 * @param {string} address host and port
 * @returns {Promise<'ready' | 'leaves' | 'fails'>} `leaves` when it is being stopped, which is for good
 */
async function look(address) {
  try {
    const reply = await fetch(`http://${address}/readyz`, { signal: AbortSignal.timeout(patienceMs) });
    const text = await reply.text();
    if (reply.ok) return 'ready';
    const { failing } = JSON.parse(text);
    return String(failing) === 'shutting down' ? 'leaves' : 'fails';
  } catch {
    return 'fails';
  }
}

/**
 * Marks failing replicas as `down`. When all fail, none is marked: the database is probably away, and the replicas' own 503
 * says more than nginx's.
 *
 * @param {string} text
 * @param {ReadonlySet<string>} out addresses
 * @returns all addresses, those that the text says are down, and the text as it should be
 */
function withDown(text, out) {
  const lines = text.split('\n').map((line) => ({ line, parts: serverLine.exec(line) }));
  const addresses = lines.flatMap(({ parts }) => (parts ? [parts[2] ?? ''] : []));
  const isAll = addresses.every((address) => out.has(address));
  const edited = lines.map(({ line, parts }) => {
    if (!parts) return line;
    const [, start = '', address = '', options = '', , end = ''] = parts;
    return `${start}${address}${options}${!isAll && out.has(address) ? ' down' : ''}${end}`;
  });
  const down = lines.flatMap(({ parts }) => (parts?.[4] ? [parts[2] ?? ''] : []));
  return { addresses, down, edited: edited.join('\n') };
}

const { values: asked } = parseArgs({
  options: {
    file: { type: 'string', default: '/etc/nginx/lightstick-replicas.conf' },
    reload: { type: 'string', default: 'nginx -s reload' },
    every: { type: 'string', default: '2' },
    // A little more than /readyz takes to give up on a database that does not answer.
    patience: { type: 'string', default: '3' },
  },
});
const everyMs = milliseconds('every');
const patienceMs = milliseconds('patience');

/** @param {'every' | 'patience'} option */
function milliseconds(option) {
  const seconds = Number(asked[option]);
  if (seconds > 0) return seconds * 1000;
  throw new Error(`--${option} is "${asked[option]}", but should be seconds, such as 2 or 0.5.`);
}

/** How often in a row each replica was found not ready. @type {Map<string, number>} */
const misses = new Map();
/** Whether nginx has read the file as it is. What a process before this one wrote it may not have. */
let isApplied = false;

async function watchOnce() {
  const text = await readFile(asked.file, 'utf8');
  const { addresses, down } = withDown(text, new Set());
  // The findings of an earlier process hold until a replica is ready.
  for (const address of down) if (!misses.has(address)) misses.set(address, missesUntilDown);
  await Promise.all(
    addresses.map(async (address) => {
      const seen = await look(address);
      if (seen === 'ready') misses.set(address, 0);
      else misses.set(address, seen === 'leaves' ? missesUntilDown : (misses.get(address) ?? 0) + 1);
    }),
  );
  const out = new Set(addresses.filter((address) => (misses.get(address) ?? 0) >= missesUntilDown));
  const { edited } = withDown(text, out);
  if (edited !== text) {
    // Under another name first: nginx must never read half a file.
    await writeFile(`${asked.file}.new`, edited);
    await rename(`${asked.file}.new`, asked.file);
    isApplied = false;
  }
  if (isApplied) return;
  await run(asked.reload, { timeout: reloadTimeoutMs });
  isApplied = true;
  console.log(out.size === 0 ? 'all replicas are ready' : `not ready: ${[...out].join(', ')}`);
}

for (;;) {
  await watchOnce().catch((/** @type {unknown} */ error) => console.error(error));
  await pause(everyMs);
}
