import type { ReactNode } from 'react';
import { apiBaseUrl, queryString } from '#/lib/api/api-address.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { usePlatform } from '#/lib/platform.ts';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';

const CalendarIcon = drawIcon('M5 6.5h14v13H5zM5 10.5h14M8.5 4v4M15.5 4v4M12 13v4M10 15h4');

const path = '/activity/api/v1/vote/calendar';

type CalendarLinkProps = { activityId: string; className: string };

/** Downloads when an election opens and closes, for the calendar of the fan; nothing in host apps, which save no files. */
export function CalendarLink({ activityId, className }: CalendarLinkProps): ReactNode {
  const t = useText();
  const { languageType: language } = useEnvironment();
  if (usePlatform() === 'app') return null;
  return (
    <a href={apiBaseUrl + path + queryString({ activityId, language })} download className={className}>
      <CalendarIcon size={18} />
      {t('calendar.add')}
    </a>
  );
}
