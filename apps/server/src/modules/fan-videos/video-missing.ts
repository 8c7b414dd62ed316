/**
 * A video that has arrived whole is not, or not whole, in the storage that answered. It may come back, as a folder that was not
 * mounted or an object that is not listed yet; what stays away for a day is lost.
 */
export class VideoMissing extends Error {
  override readonly name = 'VideoMissing';
}
