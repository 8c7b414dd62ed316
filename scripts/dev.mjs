/** `npm run dev`: the server starts again whenever its sources change, and Vite serves the web app as you edit it. */
import { spawn } from 'node:child_process';
import { root } from './stage.mjs';

const port = process.env.PORT ?? '3000';
const env = { ...process.env, PORT: port, API_URL: `http://127.0.0.1:${port}` };

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn('npm', ['run', 'dev', '--silent', '--workspace=@lightstick/web'], { cwd: root, env, stdio: 'inherit' }),
];

let stopping = false;

/** One of the two alone is of no use, so the end of either ends both. */
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
