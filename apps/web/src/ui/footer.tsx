import type { ReactNode } from 'react';
import { formatDateTime } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';

/** Which build this is: latest commit message, short id and build time. */
export function Footer(): ReactNode {
  const t = useText();
  const { commitId, commitMessage, builtAt } = __LIGHTSTICK_BUILD__;
  return (
    <footer className="px-6 pt-8 pb-6 text-center text-caption text-mute">
      {commitMessage ? <p className="line-clamp-2">{commitMessage}</p> : null}
      <p className="num">{t('footer.build', { commitId, builtAt: formatDateTime(new Date(builtAt)) })}</p>
    </footer>
  );
}
