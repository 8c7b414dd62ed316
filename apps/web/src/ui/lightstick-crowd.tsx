import type { ReactNode } from 'react';
import crowd from './lightstick-crowd.svg';

/** Fans waving their lightsticks along the lower edge of a stage: what the product is named after. */
export function LightstickCrowd(): ReactNode {
  return <img alt="" src={crowd} width={390} height={72} decoding="sync" fetchPriority="high" className="crowd" />;
}
