import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '#/lib/api/call.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { friendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { VisitIcon } from '#/ui/icons/more-icons.tsx';

type FormAddressProps = { link: FormLink; isOpened: boolean; onOpen: () => void };

/** The way to the form. A real link, so that no pop-up blocker is in the way. */
export function FormAddress({ link, isOpened, onOpen }: FormAddressProps): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  return (
    <div>
      <a
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onOpen}
        onAuxClick={onOpen}
        className="press flex min-h-16 items-center gap-3 rounded-tile border-2 border-line px-4 py-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">
            {t(isOpened ? 'form.openAgain' : 'form.open')}
            <span className="sr-only"> {t('visit.newWindow')}</span>
          </span>
          <span dir="auto" className="block truncate text-caption text-mute">
            {new URL(link.url).host}
          </span>
        </span>
        <span className="text-brand">
          <VisitIcon size={20} />
        </span>
      </a>
      <p className="mt-2 text-caption text-mute">
        {t('form.until', { time: friendlyDate(link.expiresAt, languageType) })}
      </p>
    </div>
  );
}

type FormLink = DataOf<Contract['POST /task/api/v1/taskItem/getFormLink']>;

/** The fan's form address of a task. Refetched whenever the sheet opens, because it expires. */
export function useFormLink(taskId: string): UseQueryResult<FormLink> {
  const accountId = useAccountId() ?? '';
  return useQuery({
    queryKey: ['formLink', accountId, taskId],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getFormLink', { body: { taskId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { shownInPlace: true },
  });
}
