import { parentPort, workerData } from 'node:worker_threads';
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputFormat,
  InputDisposedError,
  MP4,
  QTFF,
  UnsupportedInputFormatError,
  WEBM,
} from 'mediabunny';
import { loadsTooMuch } from './box-sizes.ts';
import type { Inspection } from './inspect-video.ts';
import type { Container } from './video.rules.ts';

const containers = new Map<InputFormat, Container>([
  [MP4, 'mp4'],
  [QTFF, 'mov'],
  [WEBM, 'webm'],
]);

/**
 * Reads a file's facts from its content. The last picture must exist, because a truncated file may still have its whole
 * list of pictures.
 */
async function inspect(path: string): Promise<Inspection> {
  using input = new Input({ source: new FilePathSource(path), formats: [...containers.keys()] });
  try {
    const container = containers.get(await input.getFormat());
    if (container && container !== 'webm' && loadsTooMuch(path)) return { fault: 'unreadable' };
    const track = await input.getPrimaryVideoTrack();
    if (!container || !track) return { fault: 'notVideo' };
    const last = await new EncodedPacketSink(track).getPacket(Infinity);
    if (!last || last.byteLength === 0) return { fault: 'unreadable' };
    const durationSeconds = await track.computeDuration();
    return { facts: { container, durationSeconds, width: track.displayWidth, height: track.displayHeight } };
  } catch (error) {
    if (error instanceof InputDisposedError) throw error;
    return { fault: error instanceof UnsupportedInputFormatError ? 'notVideo' : 'unreadable' };
  }
}

parentPort?.postMessage(await inspect((workerData as { path: string }).path));
