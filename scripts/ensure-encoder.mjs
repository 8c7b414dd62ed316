/**
 * Makes sure of what the broadcasts of encoders are tested with: nginx's RTMP module, and ffmpeg as the encoder. On
 * Debian, as root, missing ones are installed from its packages. Elsewhere their test is left out, except under `CI`.
 */
import { existsSync } from 'node:fs';
import { installPackage, succeeds } from './debian-package.mjs';

const hasModule = () => existsSync('/usr/lib/nginx/modules/ngx_rtmp_module.so');
const hasEncoder = () => succeeds('ffmpeg', ['-version']);

if (!hasModule()) installPackage('libnginx-mod-rtmp');
if (!hasEncoder()) installPackage('ffmpeg');
if (!hasModule() || !hasEncoder()) {
  console.warn("nginx's RTMP module or ffmpeg was not found: that an encoder's broadcast is watched is not tested.");
  if (process.env.CI) process.exit(1);
}
