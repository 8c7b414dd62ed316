/**
 * Loads one of our own SVG pictures at a size of its own, for a canvas: browsers do not agree on how large a picture is
 * that only has a viewBox. Fetched from this site alone, so that the canvas stays readable.
 * Throws when the picture cannot be had.
 */
export async function loadPicture(
  path: string,
  { width, height }: { width: number; height: number },
): Promise<HTMLImageElement> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The picture ${path} answered ${response.status}.`);
  const svg = (await response.text()).replace('<svg ', `<svg width="${width}" height="${height}" `);
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
