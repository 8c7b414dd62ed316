/** `npm start`: the web app is built when its sources have changed, then the server runs in this same process. */
import { buildWeb } from './build-web.mjs';

if (buildWeb()) await import('../apps/server/src/main.ts');
else {
  console.error('The web app could not be built; what is wrong is above.');
  process.exitCode = 1;
}
