/** How the decoders of PNG, JPEG and WebP begin their complaints; now and then one of them fails without a word. */
const unreadable = /^(?:Input buffer |vipspng: |VipsJpeg: |webp2vips: |Unknown error$)/;

/** What an error of the drawing says of the picture; nothing when it says that something else is wrong. */
export function complaintIn(error: unknown): 'unreadable' | 'tooManyPixels' | 'tookTooLong' | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message.includes('exceeds pixel limit')) return 'tooManyPixels';
  if (error.message.startsWith('timeout: ')) return 'tookTooLong';
  return unreadable.test(error.message) ? 'unreadable' : undefined;
}
