import type { ComponentProps, ReactNode } from 'react';

/**
 * Shows a name of a fan, an idol or a team, in the direction of its own script: it moves nothing beside it and is cut
 * at its end.
 */
export function Name(props: ComponentProps<'bdi'>): ReactNode {
  return <bdi {...props} />;
}
