/**
 * Draws the stage and the music of the demo's loop and packs them into `content/demo/live/stage-loop`. Needs ffmpeg with
 * libx264. Its output is committed, so it runs only when the loop should look or sound different.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type EncodedPacket, EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny';
import { packTracks } from '#/modules/live/picture/pack-recording.ts';

/** Whole numbers of key frame distances (4 s) and of AAC frames, so that the end joins the beginning. */
const seconds = 48;
const picturesASecond = 25;
const sampleRate = 48_000;
const samplesAFrame = 1024;
const soundFrames = (seconds * sampleRate) / samplesAFrame;
const [width, height] = [480, 270];
const quietly = ['-y', '-hide_banner', '-loglevel', 'error'];

/** Where it hangs, how often it sways and pulses in the loop, a whole number of times each, and its colour. */
type Beam = { readonly place: number; readonly sways: number; readonly pulses: number; readonly colour: Colour };
type Colour = readonly [red: number, green: number, blue: number];

const night: Colour = [30, 8, 60];
const beams: readonly Beam[] = [
  { place: 0.1, sways: 3, pulses: 48, colour: [170, 40, 0] },
  { place: 0.3, sways: 5, pulses: 24, colour: [0, 40, 190] },
  { place: 0.5, sways: 4, pulses: 96, colour: [60, 0, 120] },
  { place: 0.7, sways: 6, pulses: 32, colour: [0, 150, 120] },
  { place: 0.9, sways: 2, pulses: 48, colour: [180, 0, 200] },
];
const lightsticks: readonly Colour[] = [
  [255, 110, 160],
  [255, 216, 107],
  [120, 235, 205],
  [170, 155, 255],
];
const lightstickDistance = 14;
/** Drawn smaller than it is shown, which softens it. */
const [drawnWidth, drawnHeight] = [320, 180];

const target = resolve(import.meta.dirname, '../../../content/demo/live/stage-loop');
const work = await mkdtemp(join(tmpdir(), 'demo-loop-'));
try {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  using video = new Input({ source: new FilePathSource(await drawStage()), formats: [MP4] });
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

async function drawStage(): Promise<string> {
  const file = join(work, 'stage.mp4');
  const keyDistance = String(4 * picturesASecond);
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${drawnWidth}x${drawnHeight}`];
  const input = [...raw, '-r', String(picturesASecond), '-i', '-'];
  const shown = ['-vf', `scale=${width}:${height}:flags=bicubic,format=yuv420p`];
  const encoding = ['-c:v', 'libx264', '-preset', 'slow', '-profile:v', 'main', '-b:v', '165k', '-maxrate', '240k'];
  // Pictures that refer to others beyond the cut would stall every boundary.
  const closed = ['-bf', '0', '-g', keyDistance, '-keyint_min', keyDistance, '-sc_threshold', '0', '-flags', '+cgop'];
  const options = [...input, ...shown, ...encoding, '-bufsize', '480k', ...closed, file];
  const encoder = spawn('ffmpeg', [...quietly, ...options], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(encoder, 'exit');
  await pipeline(Readable.from(drawPictures()), encoder.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error('ffmpeg has written no picture');
  return file;
}

function* drawPictures(): Iterable<Uint8Array> {
  for (let n = 0; n < seconds * picturesASecond; n += 1) yield drawPicture(n / picturesASecond);
}

function drawPicture(time: number): Uint8Array {
  // Where lights meet, a sum above the brightest stays the brightest.
  const picture = new Uint8ClampedArray(drawnWidth * drawnHeight * 3);
  const turns = (times: number) => Math.sin((2 * Math.PI * time * times) / seconds);
  const lights = beams.map(({ place, sways, pulses, colour }) => ({
    top: drawnWidth * place,
    bottom: drawnWidth * (place + 0.18 * turns(sways)),
    colour: colour.map((part) => part * (0.55 + 0.45 * turns(pulses))),
  }));
  for (let y = 0; y < drawnHeight; y += 1) {
    const down = y / drawnHeight;
    for (let x = 0; x < drawnWidth; x += 1) {
      const at = (y * drawnWidth + x) * 3;
      const stick = lightstickAt(x, y, time);
      if (stick) {
        picture.set(stick, at);
        continue;
      }
      const sum = [...night];
      for (const { top, bottom, colour } of lights) {
        const distance = (x - bottom * down - top * (1 - down)) / (8 + 26 * down);
        const brightness = Math.exp(-distance * distance);
        for (const [part, value] of colour.entries()) sum[part] = (sum[part] ?? 0) + value * brightness;
      }
      picture.set(sum, at);
    }
  }
  return new Uint8Array(picture.buffer);
}

/** The colour of the crowd's lightstick at a place, if there is one. */
function lightstickAt(x: number, y: number, time: number): Colour | undefined {
  if (y <= drawnHeight * 0.8) return undefined;
  const fan = Math.floor(x / lightstickDistance);
  const sway = 6 * Math.sin((2 * Math.PI * time * 24) / seconds + fan);
  const isStick = (x + sway + lightstickDistance) % lightstickDistance < 3 && (y * 7 + fan * 13) % 23 < 12;
  return isStick ? lightsticks[fan % lightsticks.length] : undefined;
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
  execFileSync('ffmpeg', [...quietly, ...options], { stdio: 'inherit' });
}
