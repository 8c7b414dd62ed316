import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BufferTarget,
  CmafOutputFormat,
  type EncodedPacket,
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
  NullTarget,
  Output,
} from 'mediabunny';
import { startsOf, timescalesOf } from './segment-boxes.ts';

/** A track that is encoded already; its first packet begins at 0 or a little later. */
export type EncodedTrack<Config> = { readonly config: Config; readonly packets: AsyncIterable<EncodedPacket> };

export type Tracks = {
  readonly picture: EncodedTrack<VideoDecoderConfig>;
  readonly sound: EncodedTrack<AudioDecoderConfig> | undefined;
};

/** A segment ends at the first key frame from here on. The tolerance is for times that are no whole milliseconds. */
export const targetSeconds = 4;
export const toleranceSeconds = 0.002;

const audioTrack = 2;
const videoTrack = 1;

export type WrittenSegments = {
  readonly initialisation: Buffer;
  readonly segments: readonly { readonly start: number; readonly bytes: number }[];
  /** The end of the last picture. */
  readonly end: number;
};

/**
 * Writes tracks as CMAF below a folder, `init.mp4` and `<n>.m4s`, without encoding them again.
 * @param onSegment hears of each segment before it is written, and may refuse by throwing
 */
export async function writeSegments(
  { picture, sound }: Tracks,
  folder: string,
  onSegment: (segment: { readonly bytes: number; readonly n: number }) => void = () => undefined,
): Promise<WrittenSegments> {
  const initialisationTarget = new BufferTarget();
  let moof: Uint8Array | undefined;
  const fragments: Buffer[] = [];
  const output = new Output({
    format: new CmafOutputFormat({
      minimumFragmentDuration: targetSeconds - toleranceSeconds,
      onMoof: (bytes) => {
        moof = bytes.slice();
      },
      onMdat: (bytes) => void fragments.push(Buffer.concat([moof ?? new Uint8Array(), bytes])),
    }),
    target: new NullTarget(),
    initTarget: initialisationTarget,
  });
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video);
  const audio = sound && new EncodedAudioPacketSource('aac');
  if (audio) output.addAudioTrack(audio);
  await output.start();

  const written: { start: number; bytes: number }[] = [];
  async function writeFragments(): Promise<void> {
    for (const bytes of fragments.splice(0)) {
      const n = written.length;
      onSegment({ bytes: bytes.length, n });
      const starts = startsOf(bytes, timescalesOf(bufferOf(initialisationTarget)));
      const start = starts.get(videoTrack) ?? starts.get(audioTrack);
      if (start === undefined) throw new Error(`Segment ${n} has no track`);
      written.push({ start, bytes: bytes.length });
      await writeFile(join(folder, `${n}.m4s`), bytes);
    }
  }

  let end = 0;
  for await (const { packet, isSound } of inOrder(picture.packets, sound?.packets)) {
    if (isSound) await audio?.add(packet, { decoderConfig: sound?.config as AudioDecoderConfig });
    else {
      await video.add(packet, { decoderConfig: picture.config });
      end = Math.max(end, packet.timestamp + packet.duration);
    }
    await writeFragments();
  }
  await output.finalize();
  await writeFragments();
  const initialisation = bufferOf(initialisationTarget);
  await writeFile(join(folder, 'init.mp4'), initialisation);
  return { initialisation, segments: written, end };
}

function bufferOf({ buffer }: BufferTarget): Buffer {
  if (!buffer) throw new Error('The initialisation segment is not written yet');
  return Buffer.from(buffer);
}

/** Orders the packets of both tracks by time, because a fragment ends when both tracks have come to it. */
async function* inOrder(pictures: AsyncIterable<EncodedPacket>, sounds: AsyncIterable<EncodedPacket> | undefined) {
  const waiting = pictures[Symbol.asyncIterator]();
  let next = await waiting.next();
  for await (const packet of sounds ?? []) {
    while (!next.done && next.value.timestamp <= packet.timestamp) {
      yield { packet: next.value, isSound: false };
      next = await waiting.next();
    }
    yield { packet, isSound: true };
  }
  while (!next.done) {
    yield { packet: next.value, isSound: false };
    next = await waiting.next();
  }
}
