import type { Contract } from '@lightstick/contract';

type Picture = Contract['POST /wallet/api/v1/userExpand/uploadAvatar']['upload'];

/** Picture types that the server takes. The types hold these to the contract. */
export const pictureTypes: Picture['accepts'] = ['image/png', 'image/jpeg', 'image/webp'];
export const mostPictureBytes: Picture['maxBytes'] = 5_000_000;
/** The server's limit: the size of a phone photo. */
const mostPixels = 40_000_000;

/** A picture in the browser's own hands: nothing of it has left the device. */
export type PickedPicture = {
  readonly file: File;
  /** An address that only this page knows. */
  readonly url: string;
  /** The width in pixels of the picture shown upright. */
  readonly width: number;
  readonly height: number;
};

/** The reason why a picked file cannot be the fan's picture, known before anything is sent. */
export type PictureProblem = {
  readonly kind: 'wrongType' | 'tooLarge' | 'tooManyPixels' | 'unreadable';
  readonly file: File;
};

/** The bytes with which files of the types begin; devices and programs declare other types, or none. */
const beginnings = [/^\x89PNG/, /^\xff\xd8\xff/, /^RIFF.{4}WEBP/s];

/** Returns the problem of a file by its content and size. */
export async function problemOf(file: File): Promise<PictureProblem | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const beginning = String.fromCharCode(...bytes);
  if (!beginnings.some((pattern) => pattern.test(beginning))) return { kind: 'wrongType', file };
  return file.size > mostPictureBytes ? { kind: 'tooLarge', file } : undefined;
}

/** Opens a file as a picture, or returns the reason why it is none. The caller revokes the picture's address. */
export async function openPicture(file: File): Promise<PickedPicture | PictureProblem> {
  const problem = await problemOf(file);
  if (problem) return problem;
  const size = await decodedSize(file);
  if (!size) return { kind: 'unreadable', file };
  if (size.width * size.height > mostPixels) return { kind: 'tooManyPixels', file };
  return { file, url: URL.createObjectURL(file), ...size };
}

async function decodedSize(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    // A picture that this browser cannot decode cannot be cropped, so it is not sent.
    return undefined;
  }
}

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * Returns the form field `crop`: `left,top,size` in whole pixels. Rounding beyond the edge is corrected, because the
 * server refuses areas outside the picture.
 */
export function cropField(area: Area, picture: { readonly width: number; readonly height: number }): string {
  const most = Math.min(picture.width, picture.height);
  const size = Math.min(Math.max(1, Math.round(Math.min(area.width, area.height))), most);
  const within = (start: number, edge: number) => Math.min(Math.max(0, Math.round(start)), edge - size);
  return [within(area.x, picture.width), within(area.y, picture.height), size].join(',');
}
