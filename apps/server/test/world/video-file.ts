import {
  BufferTarget,
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
};

/** A small video with a valid container and undecodable frames. */
export async function videoFile(options: VideoOptions = {}): Promise<Buffer> {
  const { container = 'webm', seconds = 5, width = 320, height = 240 } = options;
  const output = new Output({ format: new formats[container](), target: new BufferTarget() });
  const isWebm = container === 'webm';
  const source = new EncodedVideoPacketSource(isWebm ? 'vp8' : 'avc');
  output.addVideoTrack(source, { frameRate: picturesPerSecond });
  await output.start();
  const decoderConfig = {
    codec: isWebm ? 'vp8' : 'avc1.42001f',
    codedWidth: width,
    codedHeight: height,
    ...(isWebm ? {} : { description: avcDescription }),
  };
  for (let n = 0; n < seconds * picturesPerSecond; n += 1) {
    const kind = n % picturesPerSecond === 0 ? 'key' : 'delta';
    const picture = new Uint8Array(200).fill(n % 256);
    const packet = new EncodedPacket(picture, kind, n / picturesPerSecond, 1 / picturesPerSecond);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  const { buffer } = output.target;
  if (!buffer) throw new Error('The video was not written');
  return Buffer.from(buffer);
}
