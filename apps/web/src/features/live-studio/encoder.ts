import {
  BufferTarget,
  canEncodeAudio,
  CmafOutputFormat,
  HlsOutputFormat,
  Logging,
  LogLevel,
  MediaStreamAudioTrackSource,
  MediaStreamVideoTrackSource,
  NullTarget,
  Output,
  PathedTarget,
  type VideoSample,
} from 'mediabunny';
import type { PictureSize } from './picture-size.ts';
import type { BroadcastPart } from './segment-queue.ts';

type EncoderOptions = {
  readonly video: MediaStreamTrack;
  /** Missing for a presenter without a microphone. */
  readonly audio: MediaStreamTrack | undefined;
  readonly size: PictureSize;
  /** Tells for every frame whether viewers see a cover in place of the picture. */
  readonly isCovered: () => boolean;
  readonly onPart: (part: BroadcastPart, bytes: ArrayBuffer) => void;
  /** Runs at most once. */
  readonly onFailure: (error: unknown) => void;
};

export type Encoder = {
  /** Ends the picture. The part that is not whole by then is left out: it may lack its picture or its sound. */
  readonly stop: () => Promise<void>;
};

// A failure is a rejection here. The log only adds the samples that an encoder drops as it closes.
Logging.level = LogLevel.Silent;

const segmentSeconds = 1;
/** Lists of segments are the server's work. */
const isList = (path: string) => path.endsWith('.m3u8');
const initPath = 'init';

/** Encodes picture and sound as CMAF segments of about a second. Rejects where the browser cannot encode them. */
export async function startEncoder(options: EncoderOptions): Promise<Encoder> {
  const { video, audio, size, isCovered, onPart, onFailure } = options;
  let isOver = false;
  const take = (part: BroadcastPart, bytes: ArrayBuffer) => {
    if (!isOver) onPart(part, bytes);
  };
  const output = new Output({
    format: new HlsOutputFormat({
      live: true,
      maxLiveSegmentCount: 2,
      targetDuration: segmentSeconds,
      segmentFormat: new CmafOutputFormat(),
      getInitPath: () => initPath,
      getSegmentPath: ({ n }) => String(n - 1),
    }),
    target: new PathedTarget('main.m3u8', ({ path }) =>
      isList(path)
        ? new NullTarget()
        : new BufferTarget({ onFinalize: (bytes) => take(path === initPath ? path : Number(path), bytes) }),
    ),
  });
  let cover: VideoFrame | undefined;
  const picture = new MediaStreamVideoTrackSource(
    video as MediaStreamVideoTrack,
    {
      codec: 'avc',
      bitrate: size.bitsPerSecond,
      keyFrameInterval: segmentSeconds,
      // `process` gives every frame the size of the picture.
      sizeChangeBehavior: 'passThrough',
      transform: {
        process: (sample) => {
          if (!isCovered()) return fits(sample, size) ? sample : contain(sample, size);
          cover ??= new VideoFrame(drawCover(size), { timestamp: 0 });
          return new VideoFrame(cover, {
            timestamp: sample.microsecondTimestamp,
            duration: sample.microsecondDuration,
          });
        },
      },
    },
    { frameRate: size.frameRate },
  );
  picture.errorPromise.catch(onFailure);
  output.addVideoTrack(picture);
  const sound = audio && (await soundSource(audio as MediaStreamAudioTrack));
  sound?.errorPromise.catch(onFailure);
  if (sound) output.addAudioTrack(sound);
  await output.start();
  return {
    async stop() {
      if (isOver) return;
      isOver = true;
      picture.pause();
      sound?.pause();
      await output.finalize().finally(() => cover?.close());
    },
  };
}

/** Drawing every frame takes a whole core without a graphics card, so one that fits goes to the encoder as it is. */
function fits({ visibleRect, squarePixelWidth, squarePixelHeight, rotation, flip }: VideoSample, size: PictureSize) {
  const isSize = (width: number, height: number) => width === size.width && height === size.height;
  return (
    isSize(visibleRect.width, visibleRect.height) && isSize(squarePixelWidth, squarePixelHeight) && !rotation && !flip
  );
}

/** Keeps the proportions of a phone that is held upright, of a turned one and of a window, with black beside them. */
function contain(sample: VideoSample, { width, height }: PictureSize): Promise<VideoSample> {
  return sample.transform({ width, height, fit: 'contain', alpha: 'discard' });
}

const soundBitsPerSecond = 96_000;

/** Chromium on Linux and older browsers have no encoder of AAC; ours is a separate chunk. */
async function soundSource(audio: MediaStreamAudioTrack): Promise<MediaStreamAudioTrackSource> {
  const { sampleRate, channelCount } = audio.getSettings();
  const config = { bitrate: soundBitsPerSecond, sampleRate: sampleRate ?? 48_000, numberOfChannels: channelCount ?? 2 };
  if (!(await canEncodeAudio('aac', config))) {
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
    registerAacEncoder();
  }
  return new MediaStreamAudioTrackSource(audio, { codec: 'aac', bitrate: soundBitsPerSecond });
}

/** A camera with a line through it, on the night of the stage. */
const coverPath =
  'M4 4l16 16M8.5 5.8H15l1.6 2.4H20v9.6M16.8 18.8H4V8.2h2.600M10 11a3.300 3.300 0 0 0 4.600 4.600M13 ' +
  '9.300a3.300 3.300 0 0 1 2.200 2.300';
const coverIconShare = 0.3;

function drawCover({ width, height }: PictureSize): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.fillStyle = '#1b0d33';
  context.fillRect(0, 0, width, height);
  const scale = (height * coverIconShare) / 24;
  context.translate(width / 2 - 12 * scale, height / 2 - 12 * scale);
  context.scale(scale, scale);
  context.strokeStyle = '#ffffff';
  context.lineWidth = 1.6;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(new Path2D(coverPath));
  return canvas;
}
