import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

const formats = { mp4: Mp4OutputFormat, mov: MovOutputFormat, webm: WebMOutputFormat };
const picturesPerSecond = 5;

/** The start of an H.264 stream's description: baseline profile, level 3.1, without parameter sets. */
const avcDescription = new Uint8Array([1, 0x42, 0, 0x1f, 0xff, 0xe0, 0]);

export type VideoOptions = {
  readonly container?: keyof typeof formats;
  readonly seconds?: number;
  readonly width?: number;
  readonly height?: number;
  /** One a second by default. */
  readonly keyEverySeconds?: number;
  /** The codec of MP4 and MOV; H.264 by default. */
  readonly codec?: 'avc' | 'vp9';
  /** None by default. */
  readonly sound?: 'aac' | 'opus';
};

const codecNames = { avc: 'avc1.42001f', vp9: 'vp09.00.10.08', vp8: 'vp8' };
/** AAC-LC in stereo at 48 kHz; Opus needs no description. */
const sounds = {
  aac: { codec: 'mp4a.40.2', description: new Uint8Array([0x11, 0x90]), seconds: 1024 / 48_000 },
  opus: { codec: 'opus', description: undefined, seconds: 0.02 },
};

/** Makes a small video with a valid container and undecodable frames. */
export async function videoFile(options: VideoOptions = {}): Promise<Buffer> {
  const { container = 'webm', seconds = 5, width = 320, height = 240 } = options;
  const output = new Output({ format: new formats[container](), target: new BufferTarget() });
  const { keyEverySeconds = 1, sound } = options;
  const codec = container === 'webm' ? 'vp8' : (options.codec ?? 'avc');
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { frameRate: picturesPerSecond });
  const audio = sound && new EncodedAudioPacketSource(sound);
  if (audio) output.addAudioTrack(audio);
  await output.start();
  if (audio) await addSound(audio, sound, seconds);
  const decoderConfig = {
    codec: codecNames[codec],
    codedWidth: width,
    codedHeight: height,
    ...(codec === 'avc' ? { description: avcDescription } : {}),
  };
  for (let n = 0; n < seconds * picturesPerSecond; n += 1) {
    const kind = n % (picturesPerSecond * keyEverySeconds) === 0 ? 'key' : 'delta';
    const picture = new Uint8Array(200).fill(n % 256);
    const packet = new EncodedPacket(picture, kind, n / picturesPerSecond, 1 / picturesPerSecond);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  const { buffer } = output.target;
  if (!buffer) throw new Error('The video was not written');
  return Buffer.from(buffer);
}

async function addSound(audio: EncodedAudioPacketSource, sound: keyof typeof sounds, seconds: number): Promise<void> {
  const { codec, description, seconds: packetSeconds } = sounds[sound];
  const decoderConfig = { codec, sampleRate: 48_000, numberOfChannels: 2, ...(description && { description }) };
  for (let n = 0; n * packetSeconds < seconds; n += 1) {
    const packet = new EncodedPacket(new Uint8Array(20).fill(n % 256), 'key', n * packetSeconds, packetSeconds);
    await audio.add(packet, { decoderConfig });
  }
}
