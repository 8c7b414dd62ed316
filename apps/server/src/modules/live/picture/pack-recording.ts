import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  QTFF,
  UnsupportedInputFormatError,
} from 'mediabunny';
import { captionSegments, CaptionsProblem, parseCaptions, segmentName } from './playlist.rules.ts';
import {
  type CaptionLanguage,
  descriptionFile,
  mostSegmentBytes,
  mostSegments,
  type Recording,
  recordingSchema,
} from './recording.ts';
import { targetSeconds, toleranceSeconds, type Tracks, writeSegments } from './write-segments.ts';

/** Why a file cannot be played as it is, in words for the operator, with what to do. */
export class RecordingRefusal extends Error {
  override readonly name = 'RecordingRefusal';
}

const mostHours = 6;
const mostFileBytes = 12_000_000_000;
/** Players wait as long as a segment lasts, and a window of six must not become minutes. */
const longestSegmentSeconds = 6;

/** Baseline, Main and High: what browsers decode. Others have ten bits or more colours. */
const playedProfile = /^avc[13]\.(42|4d|58|64)/i;
const encodeAgain =
  'ffmpeg -i FILE -c:v libx264 -pix_fmt yuv420p -g 120 -keyint_min 24 -force_key_frames ' +
  '"expr:gte(t,n_forced*4)" -c:a aac -ac 2 -movflags +faststart NEW.mp4';

/** What can be changed of the rules, for tests with small files. */
export type PackLimits = { readonly mostBytes?: number; readonly mostSeconds?: number };

/**
 * Packs an MP4 or MOV file with H.264 and AAC, or no sound, into a folder, without encoding it again: segments at key
 * frames, captions and the description.
 * @param captions WebVTT texts by language
 * @throws RecordingRefusal for what does not fit
 */
export async function packRecording(
  file: string,
  folder: string,
  captions: ReadonlyMap<CaptionLanguage, string> = new Map(),
  { mostBytes = mostFileBytes, mostSeconds = mostHours * 3600 }: PackLimits = {},
): Promise<Recording> {
  const { size } = await stat(file);
  if (size > mostBytes) {
    throw new RecordingRefusal(`It has ${gigabytes(size)}, but at most ${gigabytes(mostBytes)} are taken.`);
  }
  using input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF] });
  try {
    const { tracks, facts } = await readTracks(input, mostSeconds);
    return await packTracks(tracks, folder, { ...facts, isLoop: false, captions });
  } catch (error) {
    if (error instanceof RecordingRefusal) throw error;
    if (error instanceof UnsupportedInputFormatError) {
      throw new RecordingRefusal('It is neither an MP4 nor a MOV file.', { cause: error });
    }
    throw new RecordingRefusal(`It cannot be read to its end: ${(error as Error).message}`, { cause: error });
  }
}

type PictureSize = { readonly width: number; readonly height: number };

type PackingOptions = PictureSize & {
  readonly isLoop: boolean;
  readonly captions: ReadonlyMap<CaptionLanguage, string>;
};

/** Writes tracks, captions and their description into a folder. */
export async function packTracks(tracks: Tracks, folder: string, packing: PackingOptions): Promise<Recording> {
  const cut = { ...tracks, picture: { ...tracks.picture, packets: refuseWithoutKeys(tracks.picture.packets) } };
  const { segments, end } = await writeSegments(cut, folder, ({ bytes, n }) => {
    if (bytes > mostSegmentBytes) {
      throw new RecordingRefusal(
        `Its part ${n + 1}, of about ${targetSeconds} seconds, has ${Math.round(bytes / 1e6)} MB, but at most ` +
          `${mostSegmentBytes / 1e6} MB reach a phone in time. Encode it with less: ${encodeAgain}`,
      );
    }
    if (n >= mostSegments) throw new RecordingRefusal(`It has more than ${mostSegments} parts.`);
  });
  const durations = segments.map(({ start }, n) => roundSeconds((segments[n + 1]?.start ?? end) - start));
  const { width, height, isLoop } = packing;
  const recording = recordingSchema.parse({
    format: 'lightstick/recording/v1',
    durations,
    bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    peakBandwidth: Math.ceil((Math.max(...segments.map(({ bytes }) => bytes)) * 8) / targetSeconds),
    codecs: [tracks.picture, tracks.sound].flatMap((track) => track?.config.codec ?? []).join(','),
    width,
    height,
    isLoop,
    captions: [...packing.captions.keys()],
  });
  await writeCaptions(packing.captions, recording, folder);
  // Last, because a folder with a description is a whole recording.
  await writeFile(join(folder, descriptionFile), `${JSON.stringify(recording, undefined, 2)}\n`);
  return recording;
}

/** Refuses where no key frame follows in time, before what cannot be cut fills the memory. */
async function* refuseWithoutKeys(packets: AsyncIterable<EncodedPacket>): AsyncIterable<EncodedPacket> {
  let cutAt = 0;
  for await (const packet of packets) {
    if (packet.type === 'key' && packet.timestamp - cutAt >= targetSeconds - toleranceSeconds) cutAt = packet.timestamp;
    if (packet.timestamp - cutAt > longestSegmentSeconds) {
      throw new RecordingRefusal(
        `From ${timeOf(cutAt)} on it has no key frame for more than ${longestSegmentSeconds} seconds, ` +
          `but players need one about every ${targetSeconds} seconds. Encode it anew: ${encodeAgain}`,
      );
    }
    yield packet;
  }
}

function timeOf(seconds: number): string {
  return new Date(Math.floor(seconds) * 1000).toISOString().slice(11, 19);
}

async function writeCaptions(
  captions: PackingOptions['captions'],
  { durations }: Recording,
  folder: string,
): Promise<void> {
  for (const [language, text] of captions) {
    for (const [n, segment] of captionsOf(text, language, durations).entries()) {
      await writeFile(join(folder, segmentName(language, n)), segment);
    }
  }
}

function captionsOf(text: string, language: CaptionLanguage, durations: readonly number[]): string[] {
  try {
    return captionSegments(parseCaptions(text), durations);
  } catch (error) {
    if (!(error instanceof CaptionsProblem)) throw error;
    throw new RecordingRefusal(`The file of captions in ${language} ${error.message}.`, { cause: error });
  }
}

async function readTracks(input: Input, mostSeconds: number): Promise<{ tracks: Tracks; facts: PictureSize }> {
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new RecordingRefusal('It has no picture.');
  const picture = await video.getDecoderConfig();
  if (video.codec !== 'avc' || !picture || !playedProfile.test(picture.codec)) {
    throw new RecordingRefusal(
      `Its picture is encoded as ${picture?.codec ?? video.codec ?? 'something unknown'}, ` +
        `but browsers everywhere play only H.264 in 8 bits (avc1). Encode it anew: ${encodeAgain}`,
    );
  }
  if (video.rotation !== 0) {
    throw new RecordingRefusal(
      `It is recorded in another position and marked to be turned by ${video.rotation}°, ` +
        `which players of streams do not do. Encode it anew: ${encodeAgain}`,
    );
  }
  const audio = await input.getPrimaryAudioTrack();
  const sound = await audio?.getDecoderConfig();
  if (audio && (audio.codec !== 'aac' || !sound)) {
    throw new RecordingRefusal(
      `Its sound is encoded as ${audio.codec ?? 'something unknown'}, but browsers everywhere play only AAC. ` +
        `Encode it anew: ${encodeAgain}`,
    );
  }
  const seconds = await video.computeDuration();
  if (seconds > mostSeconds) {
    throw new RecordingRefusal(
      `It lasts ${(seconds / 3600).toFixed(1)} hours, but at most ${mostSeconds / 3600} are taken. Divide it.`,
    );
  }
  // A file that was cut off may still list all its pictures.
  const last = await new EncodedPacketSink(video).getPacket(Infinity);
  if (!last || last.byteLength === 0) throw new RecordingRefusal('Its end is missing. Copy the file again.');
  const from = await video.getFirstTimestamp();
  return {
    tracks: {
      picture: { config: picture, packets: packetsFrom(video, from) },
      sound: audio && sound ? { config: sound, packets: packetsFrom(audio, from) } : undefined,
    },
    facts: { width: video.displayWidth, height: video.displayHeight },
  };
}

/** Returns the packets of a track, with times from `from` on. Sound before the first picture is dropped. */
async function* packetsFrom(track: InputVideoTrack | InputAudioTrack, from: number): AsyncIterable<EncodedPacket> {
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timestamp = packet.timestamp - from;
    if (timestamp >= 0) yield packet.clone({ timestamp });
  }
}

function roundSeconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
