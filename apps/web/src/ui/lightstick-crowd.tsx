import type { ReactNode } from 'react';
import crowd from './crowd.svg';

/** Draws fans who wave their lightsticks along the lower edge of a stage; the product is named after these. */
export function LightstickCrowd(): ReactNode {
  return <img alt="" src={crowd} width={390} height={72} decoding="sync" fetchPriority="high" className="crowd" />;
}
