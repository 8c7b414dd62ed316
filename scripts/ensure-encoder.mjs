/**
 * Makes sure of the parts that test the broadcasts of encoders: nginx's RTMP module, and ffmpeg as the encoder. On
 * Debian, as root, they are installed from its packages when they are missing. On other systems their test is left out,
 * except where tests count, as `CI` says.
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
