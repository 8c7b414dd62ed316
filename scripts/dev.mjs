/** `npm run dev`: the server starts again whenever its sources change, and Vite serves the web app as you edit it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stage.mjs';

// The server reads this file itself, but Vite must know its port.
const environmentFile = join(root, '.env');
if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);

const port = process.env.PORT ?? '3000';
const env = { ...process.env, PORT: port, API_URL: `http://127.0.0.1:${port}` };

const viteProgram = join(root, 'node_modules/.bin/vite');

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  // Not by npm, which would not pass the signal to stop on to it.
  spawn(process.execPath, [viteProgram], { cwd: join(root, 'apps/web'), env, stdio: 'inherit' }),
];

let stopping = false;

/** Stops both, because one of the two alone is of no use. */
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
