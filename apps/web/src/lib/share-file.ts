import { currentDeviceType } from './api/common-headers.ts';

/** Abilities of the browser with a file that the app has made. */
export type ShareAbilities = { readonly canShare: boolean; readonly canSave: boolean };

/** Looks before a button is offered: many browsers share links but no files, and web views of hosts save nothing. */
export function shareAbilities(file: File): ShareAbilities {
  return {
    canShare: navigator.canShare?.({ files: [file] }) ?? false,
    canSave: 'download' in HTMLAnchorElement.prototype && currentDeviceType() === 'H5',
  };
}

/** Saves a file to the browser's downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The download has begun by then; browsers keep the file for it.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Opens the system's share sheet. False when it could not be opened; a fan who closes it has changed their mind. */
export async function shareFile(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
