/** The size of the picture that is sent. */
export type PictureSize = {
  readonly name: 'high' | 'low';
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly bitsPerSecond: number;
};

export const sizes: Readonly<Record<PictureSize['name'], PictureSize>> = {
  high: { name: 'high', width: 1280, height: 720, frameRate: 30, bitsPerSecond: 1_800_000 },
  low: { name: 'low', width: 640, height: 360, frameRate: 30, bitsPerSecond: 900_000 },
};

/** Tells whether this browser encodes H.264, which every browser plays. */
export async function canEncodePicture(): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined' || typeof OffscreenCanvas === 'undefined') return false;
  const { width, height, frameRate, bitsPerSecond } = sizes.low;
  const config = { codec: 'avc1.42e01f', width, height, framerate: frameRate, bitrate: bitsPerSecond };
  const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
  return supported === true;
}

/** Returns the size for a track: a small camera is not made larger. */
export function sizeFor({ width = 0, height = 0 }: Pick<MediaTrackSettings, 'width' | 'height'>): PictureSize {
  return Math.max(width, height) > sizes.low.width && Math.min(width, height) > sizes.low.height
    ? sizes.high
    : sizes.low;
}
