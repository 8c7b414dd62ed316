import { type ReactNode, useEffect, useState } from 'react';
import { formatMinutesSeconds } from '#/lib/format/format-date.ts';
import { videoDurationSeconds } from '#/lib/media/video-duration.ts';
import { silentClip } from '../silent-clip.ts';

/** How long three clips are: one of 83 s, one that nothing can play, and one without an address. */
export function ClipLengths(): ReactNode {
  const [seconds, setSeconds] = useState<readonly number[]>();

  useEffect(() => {
    const clip = URL.createObjectURL(silentClip(83));
    void Promise.all([clip, '/icon.svg', undefined].map(videoDurationSeconds)).then(setSeconds);
    return () => URL.revokeObjectURL(clip);
  }, []);

  return (
    <tr>
      <th scope="row" lang="en" className="py-2.5 pr-4 align-top font-semibold text-mute">
        Length of a clip, of a picture, of nothing
      </th>
      <td className="num py-2.5 font-semibold [overflow-wrap:anywhere]">
        {seconds ? seconds.map(formatMinutesSeconds).join(' ') : '…'}
      </td>
    </tr>
  );
}
