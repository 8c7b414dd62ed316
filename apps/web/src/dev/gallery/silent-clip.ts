const sampleRateHz = 8000;
const headerBytes = 44;

/** A clip of silence that every browser can play: a RIFF WAVE file, one channel of 8 bits. */
export function silentClip(seconds: number): Blob {
  const samples = seconds * sampleRateHz;
  const header = new DataView(new ArrayBuffer(headerBytes));
  const write = (at: number, word: string) => {
    for (const [index, letter] of Array.from(word).entries()) header.setUint8(at + index, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  header.setUint32(4, headerBytes - 8 + samples, true);
  write(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, sampleRateHz, true);
  header.setUint32(28, sampleRateHz, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  write(36, 'data');
  header.setUint32(40, samples, true);
  // 128 is the middle of unsigned 8-bit samples.
  return new Blob([header, new Uint8Array(samples).fill(128)], { type: 'audio/wav' });
}
