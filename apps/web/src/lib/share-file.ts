import { currentDeviceType } from './api/common-headers.ts';

/** What the browser can do with a file that the app has made. */
export type ShareAbilities = { readonly canShare: boolean; readonly canSave: boolean };

/** Looks before a button is offered: many browsers share links but no files, and web views of hosts save nothing. */
export function shareAbilities(file: File): ShareAbilities {
  return {
    canShare: navigator.canShare?.({ files: [file] }) ?? false,
    canSave: 'download' in HTMLAnchorElement.prototype && currentDeviceType() === 'H5',
  };
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
