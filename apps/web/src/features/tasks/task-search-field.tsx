import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { SearchIcon } from '#/ui/icons/more-icons.tsx';

type TaskSearchFieldProps = { typed: string; onType: (keyword: string) => void; onClear: () => void };

/** Finds tasks as the fan types; Escape empties it. */
export function TaskSearchField({ typed, onType, onClear }: TaskSearchFieldProps): ReactNode {
  const t = useText();
  return (
    <div role="search" className="relative">
      <SearchIcon size={20} className="pointer-events-none absolute top-3 left-4 text-mute" />
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={t('tasks.search')}
        placeholder={t('tasks.searchPlaceholder')}
        maxLength={40}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClear();
        }}
        className="min-h-11 w-full rounded-full border-2 border-transparent bg-bg pr-4 pl-11 text-body placeholder:text-mute"
      />
    </div>
  );
}
