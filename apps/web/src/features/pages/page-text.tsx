import { type ReactNode, useEffect, useRef } from 'react';
import { showAddressedHeading } from './use-inner-links.ts';

/** The text of a written page, as the server has made it from Markdown. */
export function PageText({ html }: { html: string }): ReactNode {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text.current) showAddressedHeading(text.current);
  }, []);
  return (
    <div
      ref={text}
      className="prose"
      // oxlint-disable-next-line react/no-danger -- Our own server made it from Markdown that has no raw HTML, and reduced it to an allow-list of tags and attributes; the content security policy would run no script in it either.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
