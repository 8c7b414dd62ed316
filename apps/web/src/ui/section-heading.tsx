import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';

type SectionHeadingProps = {
  id: string;
  children: ReactNode;
  /** A link to the whole of it. */
  more?: { readonly to: string; readonly text: string };
};

/** Shows the head of a card, with a link to more of the same. */
export function SectionHeading({ id, children, more }: SectionHeadingProps): ReactNode {
  return (
    <div className="-mt-1.5 mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <h2 id={id} className="text-title font-bold">
        {children}
      </h2>
      {more ? (
        <Link
          href={more.to}
          className="press inline-flex min-h-11 items-center gap-0.5 text-small font-bold text-brand"
        >
          {more.text}
          <NextIcon size={16} />
        </Link>
      ) : null}
    </div>
  );
}
