/**
 * Draws the stage and the music of the demo's loop and packs them into `content/demo/live/stage-loop`. Needs ffmpeg with
 * libx264. Its output is committed, so it runs only when the loop should look or sound different.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type EncodedPacket, EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny';
import { packTracks } from '#/modules/live/picture/pack-recording.ts';

/** Whole numbers of key frame distances (4 s) and of AAC frames, so that the end joins the beginning. */
const seconds = 48;
const picturesASecond = 25;
const sampleRate = 48_000;
const samplesAFrame = 1024;
const soundFrames = (seconds * sampleRate) / samplesAFrame;
const [width, height] = [480, 270];

const target = resolve(import.meta.dirname, '../../../content/demo/live/stage-loop');
const work = await mkdtemp(join(tmpdir(), 'demo-loop-'));
try {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  using video = new Input({ source: new FilePathSource(drawStage()), formats: [MP4] });
  using audio = new Input({ source: new FilePathSource(playMusic()), formats: [MP4] });
  const picture = await video.getPrimaryVideoTrack();
  const sound = await audio.getPrimaryAudioTrack();
  const pictureConfig = await picture?.getDecoderConfig();
  const soundConfig = await sound?.getDecoderConfig();
  if (!picture || !sound || !pictureConfig || !soundConfig) throw new Error('ffmpeg has written no tracks');
  const recording = await packTracks(
    {
      picture: { config: pictureConfig, packets: new EncodedPacketSink(picture).packets() },
      sound: { config: soundConfig, packets: secondRound(new EncodedPacketSink(sound).packets()) },
    },
    target,
    { width, height, isLoop: true, captions: new Map() },
  );
  console.log(`${recording.durations.length} segments with ${recording.bytes} bytes in ${target}`);
} finally {
  await rm(work, { recursive: true, force: true });
}

/** A beam of light that sways and pulses a whole number of times in the loop. */
function beam(place: number, sways: number, pulses: number): string {
  const lean = `W*(${place}+0.18*sin(2*PI*(T*${sways}/${seconds})))*Y/H-W*${place}*(1-Y/H)`;
  return `exp(-pow((X-${lean})/(8+26*Y/H)\\,2))*(0.55+0.45*sin(2*PI*T*${pulses}/${seconds}))`;
}

function drawStage(): string {
  const beams = [beam(0.1, 3, 48), beam(0.3, 5, 24), beam(0.5, 4, 96), beam(0.7, 6, 32), beam(0.9, 2, 48)];
  const sway = `mod(X+6*sin(2*PI*T*24/${seconds}+floor(X/14))\\,14)`;
  const crowd = `gt(Y\\,H*0.8)*lt(${sway}\\,3)*lt(mod(Y*7+floor(X/14)*13\\,23)\\,12)`;
  const red = `30+170*(${beams[0]})+60*(${beams[2]})+180*(${beams[4]})+200*${crowd}`;
  const green = `8+40*(${beams[0]})+150*(${beams[3]})+40*(${beams[1]})+230*${crowd}`;
  const blue = `60+190*(${beams[1]})+120*(${beams[2]})+120*(${beams[3]})+200*(${beams[4]})+120*${crowd}`;
  const drawn = `nullsrc=s=320x180:r=${picturesASecond}:d=${seconds},format=gbrp,geq=r='${red}':g='${green}':b='${blue}'`;
  const file = join(work, 'stage.mp4');
  const keyDistance = String(4 * picturesASecond);
  const input = ['-f', 'lavfi', '-i', `${drawn},scale=${width}:${height}:flags=bicubic,format=yuv420p`];
  const encoding = ['-c:v', 'libx264', '-preset', 'slow', '-profile:v', 'main', '-b:v', '165k', '-maxrate', '240k'];
  // Pictures that refer to others beyond the cut would stall every boundary.
  const closed = ['-bf', '0', '-g', keyDistance, '-keyint_min', keyDistance, '-sc_threshold', '0', '-flags', '+cgop'];
  runFfmpeg([...input, ...encoding, '-bufsize', '480k', ...closed, file]);
  return file;
}

/** Three rounds of one melody, because an encoder begins and ends with silence of its own. */
function playMusic(): string {
  const note = 'pow(2\\,(floor(mod(t\\,8)/2)*3-floor(mod(t\\,8)/4)*8)/12)';
  const melody = `0.16*sin(2*PI*t*(220*${note}))*exp(-2*mod(t\\,0.5))+0.14*sin(2*PI*t*110*${note})`;
  const drum = '0.3*sin(2*PI*55*mod(t\\,0.5))*exp(-14*mod(t\\,0.5))';
  const round = join(work, 'round.wav');
  runFfmpeg(['-f', 'lavfi', '-i', `aevalsrc='${melody}+${drum}':s=${sampleRate}:d=${seconds}`, '-ac', '2', round]);
  const file = join(work, 'music.m4a');
  runFfmpeg(['-stream_loop', '2', '-i', round, '-c:a', 'aac', '-b:a', '64k', file]);
  return file;
}

async function* secondRound(packets: AsyncIterable<EncodedPacket>): AsyncIterable<EncodedPacket> {
  const duration = samplesAFrame / sampleRate;
  let frame = 0;
  for await (const packet of packets) {
    const place = Math.round((packet.timestamp - seconds) / duration);
    if (place < 0 || frame === soundFrames) continue;
    yield packet.clone({ timestamp: frame * duration, duration });
    frame += 1;
  }
  if (frame !== soundFrames) throw new Error(`The second round has ${frame} frames of sound instead of ${soundFrames}`);
}

function runFfmpeg(options: readonly string[]): void {
  execFileSync('ffmpeg', ['-y', '-hide_banner', '-loglevel', 'error', ...options], { stdio: 'inherit' });
}
